"""Every rule has a test that is named by its number."""

import re

import pytest
from helpers import ROOT

RULES = re.findall(
    r"^- \*\*R(\d+)\.(\d+)\*\*", (ROOT / "docs" / "rules.md").read_text("utf-8"), re.MULTILINE
)
TESTS = {
    name
    for path in sorted((ROOT / "tests").glob("test_*.py"))
    for name in re.findall(r"^ *def (test_r\d+_\d+_\w+)\(", path.read_text("utf-8"), re.MULTILINE)
}


def test_the_rules_are_read() -> None:
    chapters = [int(chapter) for chapter, _ in RULES]
    assert len(RULES) == len(set(RULES)) > 40
    assert sorted(set(chapters)) == list(range(1, 11))
    for chapter in set(chapters):
        numbers = [int(number) for other, number in RULES if int(other) == chapter]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize(("chapter", "number"), RULES, ids=[f"R{a}.{b}" for a, b in RULES])
def test_the_rule_has_a_test(chapter: str, number: str) -> None:
    assert [name for name in TESTS if name.startswith(f"test_r{chapter}_{number}_")]


def test_every_number_in_a_name_is_a_rules() -> None:
    named = {re.findall(r"test_r(\d+)_(\d+)_", name)[0] for name in TESTS}
    assert named <= set(RULES)
