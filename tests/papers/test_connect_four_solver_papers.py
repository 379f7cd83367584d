"""The solver of Connect Four: known values, exact minimax, mirror images; errors of searches as they were measured."""


import pytest

from mcts_lab import UCT
from mcts_lab.matches.match import spawned
from mcts_papers.studies import mistakes
from mcts_papers.studies.connect_four_solver import solver


@pytest.mark.compiled
def test_an_error_is_an_action_worth_less_than_the_best(monkeypatch):
    monkeypatch.setattr(mistakes, "AGENTS", {"UCT": UCT()})
    monkeypatch.setattr(mistakes, "ITERATIONS", (30, 3000))
    task = mistakes.tasks("quick")[0]._replace(parameters={"positions": [0, 6]}, seed=spawned(1))
    rows = mistakes.play(task)
    for row in rows:
        state, values = mistakes.position(solver(mistakes.GAME, 16), row["position"])
        found = UCT().search(mistakes.GAME, state, iterations=row["iterations"],
                             seed=spawned(task.seed, row["position"], 0, row["iterations"])).action
        assert row["lost"] == max(values.values()) - values[found]
        assert len(set(values.values())) > 1
    assert {row["lost"] > 0 for row in rows} == {True, False}


def test_errors_become_fewer_with_iterations():
    found = mistakes.error_rates().set_index(["agent", "iterations"])
    assert (found["positions"] == 400).all() and len(found) == len(mistakes.AGENTS) * len(mistakes.ITERATIONS)
    for agent in mistakes.AGENTS:
        assert found.loc[(agent, 30_000), "high"] < found.loc[(agent, 30), "low"]
