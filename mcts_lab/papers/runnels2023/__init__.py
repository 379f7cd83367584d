from .experiments import EXPERIMENTS
