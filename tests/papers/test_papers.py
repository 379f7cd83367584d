"""All papers: from the results that are shipped every item is made and every claim is measured."""

from functools import cache

import pandas as pd
import pytest

from mcts_lab.matches.experiment import fingerprint, tasks_of
from mcts_lab.views.plots.style import Figure
from mcts_papers import registry as papers
from mcts_papers.reporting.results import Results
from mcts_papers.store import status

PAPERS = {name: papers.paper(name) for name in papers.drawn()}
results = cache(lambda name: Results(PAPERS[name], compute=False))


def drawn_here(paper):
    """The names of one figure and one table of a paper; `make figures` draws the others as well."""
    return {item.kind: item.name for item in paper.items}.values()


def each(attribute):
    """Parameters: the name of each paper with each of its items, experiments or claims."""
    return [pytest.param(name, one, id=getattr(one, "id", None) or f"{name} {one.name}",
                         marks=[pytest.mark.compiled] * (name == "runnels2023")  # which solves its game
                         + [pytest.mark.release] * (attribute == "items" and one.name not in drawn_here(paper))
                         + [pytest.mark.all] * (name == "parts"))
            for name, paper in PAPERS.items()
            for one in (papers.claims(paper) if attribute == "claims" else getattr(paper, attribute))
            if getattr(one, "kind", "") != "animation"]  # films: test_joppen2019


@pytest.mark.parametrize("name, item", each("items"))
def test_every_item_is_made(name, item):
    made = item.make(results(name), "standard")
    made = made[0] if isinstance(made, tuple) else made
    assert isinstance(made, {"figure": Figure, "table": pd.DataFrame}[item.kind])
    if item.kind == "table":
        assert len(made) and set(item.keys) | set(item.values) <= set(made.columns)
    else:
        assert max(len(item.alt), len(made.alt)) > 40


@pytest.mark.sampled(4, others="all")
@pytest.mark.parametrize("name, claim", each("claims"))
def test_every_claim_is_measured(name, claim):
    found = PAPERS[name].claims[claim.id](results(name), "standard")
    assert (found.ours or found.parts) and "nan" not in found.ours + found.interval
    assert not found.parts or claim.rule is not None
    for part in found.parts:
        assert not part.low > part.high


@pytest.mark.sampled(4, others="all")
@pytest.mark.parametrize("name, experiment", each("experiments"))
def test_results_of_the_standard_budget_are_shipped_and_tasks_can_be_told_apart(name, experiment):
    done, total, _ = status(experiment, "standard")
    assert done == total == len({fingerprint(task) for task in tasks_of(experiment, "standard")}) > 0
