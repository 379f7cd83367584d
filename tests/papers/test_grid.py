"""Tables in the grid of the paper: their shape, what a cell shows, and that a notebook shows the same."""

import re

import pytest

from mcts_papers.registry import paper, published
from mcts_papers.reporting.compare import cells
from mcts_papers.reporting.grid import Grid, ours


def cell(row, published, mine, half=None, verdict="", column="wins", **more):
    ends = {"low": None, "high": None} if half is None else {"low": mine - half, "high": mine + half}
    return {"row": row, "column": column, "published": published, "ours": mine, "verdict": verdict, **ends, **more}


def shape(grid):
    """How many rows a grid has, and how many columns of cells."""
    page = grid._repr_html_()
    rows = re.findall("<tr>(.*?)</tr>", page.partition("<tbody>")[2], re.DOTALL)
    assert {len(re.findall("<td", row)) for row in rows} == {len(grid.columns)}
    return len(rows), len(grid.columns)


@pytest.mark.parametrize("name, table, expected", [
    ("joppen2019", "table1", (28, 6)), ("papagiannis2022", "table2", (20, 3)), ("papagiannis2022", "table3", (12, 3)),
    ("papagiannis2022", "table4", (8, 3)), ("hsu2020", "table1", (5, 3)), ("hsu2020", "table2", (4, 5)),
    ("runnels2023", "table1", (3, 6))])
def test_tables_have_the_shape_of_the_papers(name, table, expected):
    of = paper(name)
    item = of.item(table)
    grid = Grid(cells(of, item, published(of, item).iloc[:0]), item.across)
    assert shape(grid) == expected
    overall = sum(heads[0] == ("overall", heads[0][1]) for heads, _ in grid.rows)
    assert overall == (expected[0] // 4 if name == "papagiannis2022" else 0)


def test_a_cell_shows_both_numbers_and_half_the_width():
    assert ours(cell({}, 50, 53.123, 6)) == "53.1 ± 6"
    assert ours(cell({}, 50, 53.0, 2, "different")) == "53 ± 2 ≠"
    assert ours(cell({}, 50, None)) == "not measured"
    assert ours(cell({}, 50, 53, 6, share=0.25)) == "53 ± 6; inside: 25%"
    further = {"ours": 52.8, "low": 51.1, "high": 54.5, "games": 2800}
    assert ours(cell({}, 50, 49.5, 6.5, further=further)) == (
        "49.5 ± 6.5; with later games 52.8 ± 1.7, 2,800 games")


def test_heads_that_repeat_stand_once():
    found = Grid([cell({"game": game, "time": time, "agent": "a"}, 1, 2)
                  for game in ("x", "y") for time in (1, 2, 3)], "agent")
    assert [heads for heads, _ in found.rows] == [
        [("x", 3), (1, 1)], [("x", 0), (2, 1)], [("x", 0), (3, 1)], [("y", 3), (1, 1)], [("y", 0), (2, 1)],
        [("y", 0), (3, 1)]]
    assert found._repr_html_().count('rowspan="3"') + found._repr_html_().count("rowspan=3") == 2
