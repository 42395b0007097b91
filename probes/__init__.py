"""Measuring frameworks on this machine: host, environments, workloads, workers, statistics.

Imports knowledge only; what runs inside a foreign interpreter lives in probes/worker.
"""
