"""Write a folder with the notebooks of the course, for students or for teachers.

Use it when you teach the course. The students' edition has no answers, and no outputs of cells. The teachers' edition
has the answers, solved exercises, and below each exercise the mistakes that people make.
"""

from pathlib import Path

EXAMPLE = "mcts-lab kit teachers --instructor --slides"


def add(parser):
    parser.add_argument("folder", metavar="OUT", help="folder to write, which must be new or empty")
    parser.add_argument("--instructor", action="store_true", help="write the teachers' edition, with solutions")
    parser.add_argument("--slides", action="store_true",
                        help="with --instructor: also write slides of lessons 00 to 11, as web pages that need no "
                             "network and have widgets")
    parser.add_argument("--nbgrader", metavar="COURSE",
                        help="do not write notebooks, but a course with this name for nbgrader, which then makes the "
                             "assignments, grades them and gives feedback")


def run(arguments):
    from ..kits import kit

    if arguments.nbgrader:
        written = kit.write_course(arguments.folder, arguments.nbgrader)
        print(f"{len(written)} files in {arguments.folder}; there: nbgrader generate_assignment 00_play")
        return
    written = kit.write_kit(arguments.folder, arguments.instructor, arguments.slides)
    if arguments.slides:
        from ..website import slides

        print("making the slides and what their widgets need ...", flush=True)
        written += slides.write(Path(arguments.folder) / "slides")
    print(f"{len(written)} files in {arguments.folder}; begin with {arguments.folder}/README.md")
