"""All papers: from what is shipped every item is made and every claim is measured, and what lacks is named."""

from functools import cache

import pandas as pd
import pytest

from mcts_lab.matches.experiment import fingerprint, tasks_of
from mcts_lab.views.plots.style import Figure
from mcts_papers import registry as papers
from mcts_papers.reporting import compare
from mcts_papers.reporting.results import NotMeasured, Results
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


class Some(Results):
    """The results of a paper as if of each experiment only the records ``stored(name, keys)`` were there."""

    def __init__(self, full, stored):
        super().__init__(full.paper, compute=False)
        self.asked = set()
        for (name, budget), one in full.found.items():
            keys = stored(name, [key for key in one.prints if key in one.records])
            self.found[name, budget] = one._replace(records={key: one.records[key] for key in keys})

    def __getitem__(self, name):
        self.asked.add(name)
        return super().__getitem__(name)


def refused(results, make):
    """What is said in place of what `make` returns; "" if it returns something."""
    try:
        results.made(make, results)
    except NotMeasured as error:
        return str(error)
    return ""


@pytest.mark.all
@pytest.mark.parametrize("name", papers.names())
def test_a_report_says_what_is_not_measured(name):
    paper = papers.paper(name)
    full = Results(paper, compute=False)
    for one in full:
        for budget in {full.budget_of(one), "standard"} & set(full.known[one].budgets):
            full._stored(full.known[one], budget)
    makers = [*paper.claims.values(), *(item.make for item in paper.items if item.kind == "table")]
    first = Some(full, lambda of, keys: keys[:1])
    for claim in compare.judged(paper, first):
        assert claim["verdict"] and (claim["ours"] or "measured yet" in claim["lacks"]), claim
    for make in makers:
        first.asked.clear()
        vars(first).pop("worked_out", None)
        refused(first, make)
        for one in set(first.asked):
            without = Some(full, lambda of, keys, one=one: () if of == one else keys[:1])
            assert f"mcts-lab run {one} " in refused(without, make), make
