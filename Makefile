# What a person types: make figures, make test, make mutations, make lab, make notebooks, make report, make book.
# Each sets up .venv (or VENV=FOLDER) when it is missing or when pyproject.toml or constraints.txt changed.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
LESSONS := connect_four tic_tac_toe nim soccer spades dou_dizhu
OLD := mcts_lab needs Python 3.11 or newer with the venv module, and "$(PYTHON)" is not that: \
install one and say which, as in "make figures PYTHON=python3.12"

.PHONY: help figures test mutations lab notebooks report book setup clean
.DELETE_ON_ERROR:

help:
	@echo "make figures    every figure and table into figures/, with figures/index.html"
	@echo "make test       all tests"
	@echo "make mutations  change the sources here and there and see whether the tests notice (a sample)"
	@echo "make lab        JupyterLab on notebooks/"
	@echo "make notebooks  run the notebooks' text masters again and write the .ipynb files"
	@echo "make report     published numbers beside ours, also in figures/report.html"
	@echo "make book       everything as a site without network, into book/"
	@echo "make clean      remove .venv"

figures: $(READY)
	$(BIN)/mcts-lab figures

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist loadfile

mutations: $(READY)
	$(BIN)/python tests/mutations.py

lab: $(READY)
	$(BIN)/mcts-lab compile $(LESSONS)
	$(BIN)/jupyter lab notebooks

notebooks: $(READY)
	$(BIN)/python -m mcts_lab.project.notebooks

report: $(READY)
	$(BIN)/mcts-lab report

book: $(READY)
	$(BIN)/python -m mcts_lab.book.build

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo '$(OLD)' >&2; exit 1; }
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@echo "installing into $(VENV) (a few minutes the first time) ..."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[book,cluster,learning,openspiel,notebooks,test]'
	@touch $(READY)

clean:
	rm -rf $(VENV)
