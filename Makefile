# What a person types: make figures, make test, make mutations, make lab, make notebooks, make report, make book,
# make site. Each sets up .venv (or VENV=FOLDER) with what it needs when that is missing, or when pyproject.toml or
# constraints.txt changed.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OLD := mcts_lab needs Python 3.11 or newer with the venv module, and "$(PYTHON)" is not that: \
install one and say which, as in "make figures PYTHON=python3.12"

.PHONY: help figures test mutations lab notebooks report book site setup clean
.DELETE_ON_ERROR:
.PRECIOUS: $(VENV)/ready-%

help:
	@echo "make figures    every figure and table into figures/, with figures/index.html"
	@echo "make test       all tests"
	@echo "make mutations  change the sources here and there and see whether the tests notice (a sample)"
	@echo "make lab        JupyterLab on the lessons"
	@echo "make notebooks  run the notebooks' text masters again and write the .ipynb files"
	@echo "make report     published numbers beside ours, also in figures/report.html"
	@echo "make site       the course: play, watch, lessons, figures, report; a folder without network, site/ (or: make book)"
	@echo "make clean      remove .venv"

figures: $(VENV)/ready-viz
	$(BIN)/mcts-lab figures

test: $(VENV)/ready-dev,browser
	$(BIN)/python -m pytest -n auto --dist loadfile

mutations: $(VENV)/ready-dev,browser
	$(BIN)/python tests/mutations.py

lab: $(VENV)/ready-lab,learning
	$(BIN)/mcts-lab lab

notebooks: $(VENV)/ready-lab,learning
	$(BIN)/python -m mcts_course.jupyter.notebooks

report: $(VENV)/ready-viz
	$(BIN)/mcts-lab report

site book: $(VENV)/ready-book,learning
	$(BIN)/python -m mcts_course.website.build

setup: $(VENV)/ready-dev,browser

$(VENV)/ready-%: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo '$(OLD)' >&2; exit 1; }
	@$(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@echo "installing $* into $(VENV) (a few minutes the first time) ..."
	@while sleep 15; do echo "still installing ..."; done & ticker=$$!; trap 'kill $$ticker' EXIT; \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[$*]'
	@touch $@

clean:
	rm -rf $(VENV)
