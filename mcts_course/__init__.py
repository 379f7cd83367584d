"""The course: widgets, exercises, marking, kits for teachers, and the website."""
