"""Write a folder of notebooks for a class: the students' edition, or the teachers'.

In the students' edition what stands below a question is cleared and answers are left out. In the teachers', answers
are open, exercises are solved, and below each exercise stands what people get wrong.
"""

from pathlib import Path

EXAMPLE = "mcts-lab kit teachers --instructor --slides"


def add(parser):
    parser.add_argument("folder", metavar="OUT", help="a folder that is new or empty")
    parser.add_argument("--instructor", action="store_true", help="the teachers' edition, with solutions")
    parser.add_argument("--slides", action="store_true",
                        help="slides of the lessons 00 to 11 as well: pages without a network, with widgets that step")
    parser.add_argument("--source", metavar="URL",
                        help="where Git finds this project: each notebook then begins with a cell that fetches it "
                             "where it is missing, as on Colab")
    parser.add_argument("--address", metavar="OWNER/NAME",
                        help="the repository on GitHub in which the folder will lie: its page then has links to Colab "
                             "and Binder")
    parser.add_argument("--nbgrader", metavar="COURSE",
                        help="instead, a course of this name for nbgrader, whose own commands then generate, mark and "
                             "give feedback")


def run(arguments):
    from ..kits import kit

    if arguments.nbgrader:
        written = kit.write_course(arguments.folder, arguments.nbgrader)
        print(f"{len(written)} files in {arguments.folder}; there: nbgrader generate_assignment 00_play")
        return
    written = kit.write_kit(arguments.folder, arguments.instructor, arguments.slides, arguments.source,
                            arguments.address)
    if arguments.slides:
        from ..website import slides

        print("making the slides and what their widgets need ...", flush=True)
        written += slides.write(Path(arguments.folder) / "slides")
    print(f"{len(written)} files in {arguments.folder}; begin with {arguments.folder}/README.md")
