"""Weights from what people can say: shares, swings, ranks, pairwise judgements, best and worst."""
