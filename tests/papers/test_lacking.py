"""Papers of whose experiments only some are stored, or only some tasks: nothing fails, and what lacks is named."""

import pytest

from mcts_papers import registry as papers
from mcts_papers.reporting import compare
from mcts_papers.reporting.results import NotMeasured, Results


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
