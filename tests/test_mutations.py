"""The mutation run: its explanations are of lines that are there, and its tests exist."""

import mutations


def test_files_and_explanations_are_up_to_date():
    known = []
    for file, stages in mutations.FILES.items():
        source = (mutations.ROOT / mutations.PACKAGE / file).read_text(encoding="utf-8")
        known += [mutation.key(source) for mutation in mutations.mutations(file, source)]
        assert all((mutations.ROOT / test).exists() for tests, _ in stages for test in tests)
    assert {key: known.count(key) for key in mutations.EXPLAINED} == dict.fromkeys(mutations.EXPLAINED, 1)
