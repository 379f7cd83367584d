"""A small paper with an experiment, a figure, a table and claims, for tests of what surrounds papers."""

import pandas as pd
from matplotlib.figure import Figure

from mcts_lab.experiments import Experiment, Task
from mcts_lab.papers import Finding, Item, Paper
from mcts_lab.papers.judging import Part, counted

NAME = "sample2000"
DECLARED = {NAME: ("sample_paper", "PAPER")}
PUBLISHED = "depth,wins,runtime\n1,3,10.5\n2,9,\n"
CLAIMS = ("id,paper,where,statement,how_tested,kind,endpoint,alternative,null,margin,combine,family\n"
          'sample2000-deeper,sample2000,Section 2,"Deeper search wins more, always",a sign test on 6 games,replication,'
          'share of games won,greater,0.5,0.1,all,games\n'
          'sample2000-pruning,sample2000,Section 3,Pruning changes nothing,two searches,by construction,'
          'differences,at most,0,,all,\n'
          'sample2000-fun,sample2000,Section 4,It is more fun,not possible: it needs people,untestable,,,,,,\n')


def tasks(budget):
    games = {"quick": 2, "standard": 4, "paper": 8}[budget]
    return [Task(f"depth={depth}", {"depth": depth, "games": games}) for depth in (1, 2)]


def run_task(task):
    return [{"game": game, "won": (game + task.parameters["depth"]) % 2} for game in range(task.parameters["games"])]


def table(results, budget):
    frame = results["sample_games"].groupby("depth", as_index=False)["won"].sum().rename(columns={"won": "wins"})
    return frame.assign(wins_low=frame["wins"] - 3, wins_high=frame["wins"] + 3, runtime=0.5,
                        runtime_verdict="not compared")


def figure(results, budget):
    fig = Figure(figsize=(4, 3))
    axes = fig.add_subplot(xlabel="depth", ylabel="games won")
    axes.plot(*results["sample_games"].groupby("depth")["won"].sum().reset_index().to_numpy().T, "o-")
    return fig, pd.DataFrame({"depth": [1, 2]})


def deeper(results, budget):
    games = len(results["sample_games"])
    return Finding((Part("deeper", 0.5, 0.1, 0.9, n=games),), f"{games} games at budget {budget}", "", "too few games")


def pruning(results, budget):
    return Finding((counted("differences", 0),), "no difference")


def fun(results, budget):
    return Finding((), "nobody was asked")


PAPER = Paper(
    name=NAME, title="A sample & its measure", reference="Sample, A. (2000). A paper that was never written.",
    experiments=(Experiment("sample_games", tasks, run_task, title="sample games"),),
    items=(
        Item("figure1", "figure", "Figure 1: games won by depth", "A line from one win at depth 1 to one at depth 2.",
             figure, needs=("sample_games",)),
        Item("table1", "table", "Table 1: games won", "Games won for each depth.", table, needs=("sample_games",),
             keys=("depth",), values=("wins", "runtime"), note="The paper played 25 games."),
    ),
    claims={"sample2000-deeper": deeper, "sample2000-pruning": pruning, "sample2000-fun": fun},
)
