"""Results as files for other programs: tables and a codebook."""

import json

import pandas as pd
import pytest

from mcts_lab.errors import UnknownName
from mcts_papers import registry as papers
from mcts_papers.reporting.export import export


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export") / "tables"
    said = []
    files = export(folder, ["hsu2020", "joppen2019", "papagiannis2022"], told=said.append)
    assert sorted(files) == sorted(folder.iterdir()) and len(said) == len(files) - 4
    return folder


@pytest.mark.all
def test_every_column_is_explained(folder):
    codebook = pd.read_csv(folder / "codebook.csv", keep_default_na=False)
    assert list(codebook.loc[codebook["meaning"] == "", ["experiment", "column"]].itertuples(index=False)) == []
    sources = pd.read_csv(folder / "experiments.csv")
    for source in sources.itertuples():
        table = pd.read_csv(folder / f"{source.experiment}.csv", low_memory=False)
        assert len(table) == source.rows and source.row and source.command.startswith("mcts-lab run")
        described = codebook[codebook["experiment"] == source.experiment]
        assert list(described["column"]) == list(table.columns)
        numbers = described[described["type"] == "number"].set_index("column")
        assert (table[numbers.index].min() == numbers["least"].astype(float)).all()


@pytest.mark.all
def test_the_notebook_recomputes_the_tables(folder, monkeypatch):
    monkeypatch.chdir(folder)
    cells = [cell["source"] for cell in json.loads((folder / "example.ipynb").read_text())["cells"]
             if cell["cell_type"] == "code"]
    names = {}
    exec("".join(cells[0]), names)
    joppen, hsu, papagiannis = (eval("".join(cell), names) for cell in cells[1:])
    def made(name, item):
        paper = papers.paper(name)
        return paper.item(item).make(Results(paper, compute=False), None)

    shown = made("joppen2019", "table1").dropna(subset="win_rate")
    for row in shown[~shown["algorithm"].str.startswith("Yolobot")].itertuples():
        found = joppen.loc[row.game, row.time, row.algorithm]
        assert 100 * found["won"] == pytest.approx(row.win_rate)
        assert found["score"] == pytest.approx(row.score, abs=0.06)
    hsu = hsu.rename(player_name)
    for row in made("hsu2020", "table1").itertuples():
        assert round(100 * hsu.loc[row.player, row.against], 1) == pytest.approx(row.wins)
    for row in made("papagiannis2022", "table2").itertuples():
        if row.iterations == 300 and row.deck != "overall":
            fixture = f"2 | {row.agent} - MCTS | {row.deck} | 300"
            assert round(100 * papagiannis.loc[fixture, row.agent], 2) == pytest.approx(row.wins)


def test_nothing_of_the_users_is_overwritten(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="not empty"):
        export(tmp_path)
    with pytest.raises(ValueError, match="'xls' is not a format"):
        export(tmp_path / "new", form="xls")
    with pytest.raises(UnknownName, match="hsu2021"):
        export(tmp_path / "new", ["hsu2021"])
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
