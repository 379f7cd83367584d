"""[Hsu & Perez-Liebana 2020]."""
from .. import Paper
from .experiments import EXPERIMENTS

PAPER = Paper(name="hsu2020", title="Pruning in Tribes", reference="x", experiments=EXPERIMENTS)
