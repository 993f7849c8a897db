"""The advice of the three source documents, each piece turned into an experiment."""

from experiments import partnership, two_handed
from experiments.asking import Asked, Experiment, Figure, Sums, verdict

EXPERIMENTS: tuple[Experiment, ...] = (*two_handed.EXPERIMENTS, *partnership.EXPERIMENTS)
"""All experiments, in the order of the page."""

__all__ = ["EXPERIMENTS", "Asked", "Experiment", "Figure", "Sums", "verdict"]
