# Two kinds of targets. The user's lab, figures, report and site install what they need and call the command of the same
# name, such as `mcts-lab figures`; the others are for developers. Each sets up .venv (or VENV=FOLDER) when that is
# missing, or when pyproject.toml or constraints.txt changed.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
OLD := mcts_lab needs Python 3.11 or newer with the venv module, and "$(PYTHON)" is not that: \
install one and say which, as in "make figures PYTHON=python3.12"

.PHONY: help lab figures report site dist setup test test-all test-release notebooks written clean
.DELETE_ON_ERROR:
.PRECIOUS: $(VENV)/ready-%

help:
	@echo "to use it (each calls the command mcts-lab ... of the same name):"
	@echo "  make lab          JupyterLab on the lessons"
	@echo "  make figures      every figure and table into figures/, with figures/index.html"
	@echo "  make report       published numbers beside ours, also in figures/report.html"
	@echo "  make site         the website into site/: games, lessons, figures, report; it needs no network"
	@echo "to develop it (CONTRIBUTING.md says more):"
	@echo "  make setup        install everything into .venv"
	@echo "  make test         the tests for every day: some five minutes, without a browser"
	@echo "  make test-all     most of what continuous integration runs: 25 minutes at most, two lessons in a browser"
	@echo "  make test-release before a release: every lesson in a browser, other Pythons, mutations; hours"
	@echo "  make notebooks    run the lessons of notebooks/source and write the .ipynb files (NAMES=03_tree: only this one)"
	@echo "  make written      write again what is made of the sources: type stubs, docs/field.md, docs/*.svg, docs/growth.gif and README's findings"
	@echo "  make dist         the wheel, the source distribution and their checksums into dist/"
	@echo "  make clean        remove .venv"

lab: $(VENV)/ready-lab,learning
	$(BIN)/mcts-lab lab

figures: $(VENV)/ready-viz
	$(BIN)/mcts-lab figures

report: $(VENV)/ready-viz
	$(BIN)/mcts-lab report

site: $(VENV)/ready-book,learning
	$(BIN)/mcts-lab site

# tests/levels.py says which marks a test has. With worksteal no worker is left alone with a long file.
TESTS := $(BIN)/python -m pytest -n auto --dist worksteal

test: $(VENV)/ready-dev,browser
	$(TESTS) -m "not all and not release"

test-all: $(VENV)/ready-dev,browser
	$(TESTS) -m "not release"

test-release: $(VENV)/ready-dev,browser
	$(TESTS)
	.ci/other_pythons all
	$(BIN)/python tests/mutations.py

notebooks: $(VENV)/ready-lab,learning
	$(BIN)/python -m mcts_course.jupyter.notebooks $(NAMES)

written: $(VENV)/ready-dev,browser
	$(BIN)/python -m mcts_lab.stubs
	$(BIN)/python tests/field.py
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/findings.py

# Hatchling makes the files of a release; it has no other step.
dist: $(VENV)/ready-dev,browser
	$(BIN)/python -m hatchling build --clean --directory dist
	cd dist && sha256sum *.whl *.tar.gz > SHA256SUMS

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
