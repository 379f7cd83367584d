"""Results as files for other programs: tables and a codebook."""


import hashlib
import shutil
import zipfile

import pandas as pd
import pytest

from mcts_lab.errors import UnknownName
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


def test_nothing_of_the_users_is_overwritten(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="not empty"):
        export(tmp_path)
    with pytest.raises(ValueError, match="'xls' is not a format"):
        export(tmp_path / "new", form="xls")
    with pytest.raises(UnknownName, match="hsu2021"):
        export(tmp_path / "new", ["hsu2021"])
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


def test_an_archive_has_the_folder_and_its_checksums(tmp_path):
    files = export(tmp_path / "tables.2026", ["alphazero"], told=list, archive=True)
    assert files[-1] == tmp_path / "tables.2026.zip"
    with zipfile.ZipFile(files[-1]) as packed:
        sums = dict(reversed(line.split()) for line in packed.read("tables.2026/SHA256SUMS").decode().splitlines())
        assert sorted([*sums, "SHA256SUMS"]) == sorted(one.name for one in (tmp_path / "tables.2026").iterdir())
        assert all(hashlib.sha256(packed.read(f"tables.2026/{name}")).hexdigest() == sum for name, sum in sums.items())
    with pytest.raises(ValueError, match="tables.2026.zip already exists"):
        shutil.rmtree(tmp_path / "tables.2026")
        export(tmp_path / "tables.2026", ["alphazero"], told=list, archive=True)
