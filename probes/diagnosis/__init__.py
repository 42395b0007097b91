"""Diagnosis: rules that say what is the matter with a result, one file each."""
