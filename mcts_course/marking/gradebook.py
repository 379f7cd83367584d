"""A course for nbgrader: our marking replaces nbgrader's running of the submission.

The course's `nbgrader_config.py` calls `configure`; then nbgrader's own commands generate, mark and give feedback.
"""

import secrets
from pathlib import Path

from nbconvert.preprocessors import Preprocessor
from nbformat.v4 import new_output
from traitlets import Bool

from ..exercises.judging import TODO
from ..sandboxes.sandbox import Sandbox
from .grading import files_beside, judged_cells


def configure(config, course):
    """Set up nbgrader for the course with this name."""
    from nbgrader.converters import Autograde
    from nbgrader.preprocessors import Execute

    config.CourseDirectory.course_id = course
    config.ClearSolutions.code_stub = {"python": TODO}
    usual = Autograde.class_traits()["autograde_preprocessors"].default()
    config.Autograde.autograde_preprocessors = [Marked if one is Execute else one for one in usual]


class Marked(Preprocessor):
    """A preprocessor that does not run a submission, but writes its points as outputs of the cells for points.

    The points are computed outside of the submission's process.
    """

    enabled = Bool(True)

    def preprocess(self, notebook, resources):
        """Return the notebook with its points as outputs, and the resources."""
        folder = Path(resources.get("metadata", {}).get("path") or ".")
        with Sandbox() as sandbox:
            cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
            verdicts = {one.exercise: one for one in judged_cells(
                cells, sandbox, secrets.token_hex(8), beside=files_beside(folder / "handed_in.ipynb"))}
        for cell in notebook.cells:
            marks = cell.metadata.get("nbgrader", {})
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
            if marks.get("grade"):
                verdict = verdicts[marks["grade_id"].removesuffix("_points")]
                cell.outputs = [new_output("execute_result", {"text/plain": str(verdict.points)}, execution_count=1),
                                new_output("display_data", {"text/html": verdict._repr_html_(),
                                                            "text/plain": repr(verdict)})]
        return notebook, resources
