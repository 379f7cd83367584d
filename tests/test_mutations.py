"""The mutation run itself: what it changes, and that its explanations are of lines that are there."""

import mutations

SOURCE = '''"""Here 1 < 2 is only said."""
LIMIT = 3


def larger(a, b):
    """1 < 2"""
    if a < 0:
        raise ValueError(f"{a + 1}")
    return min(a, *[b, 2]) - 1


def larger_text(a):
    def more(b):
        return b + 1

    return more(a) + 1
'''


def test_what_is_changed():
    found = [(m.before, m.after, m.text(SOURCE).splitlines()[m.line - 1].strip())
             for m in mutations.mutations("x.py", SOURCE)]
    assert found == [
        ("<", "<=", "if a <= 0:"), ("0", "1", "if a < 1:"), ("min", "max", "return max(a, *[b, 2]) - 1"),
        ("2", "3", "return min(a, *[b, 3]) - 1"), ("-", "+", "return min(a, *[b, 2]) + 1"),
        ("1", "2", "return min(a, *[b, 2]) - 2"),
    ]


def test_files_and_explanations_are_up_to_date():
    known = []
    for file, stages in mutations.FILES.items():
        source = (mutations.ROOT / mutations.PACKAGE / file).read_text(encoding="utf-8")
        known += [mutation.key(source) for mutation in mutations.mutations(file, source)]
        assert all((mutations.ROOT / test).exists() for tests, _ in stages for test in tests)
    assert {key: known.count(key) for key in mutations.EXPLAINED} == dict.fromkeys(mutations.EXPLAINED, 1)
