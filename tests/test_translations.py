"""The Spanish texts keep up with the English ones, and keep what is not a matter of language."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from helpers import ROOT

DOCS = ROOT / "docs"
CATALOGS = DOCS / "locale" / "es" / "LC_MESSAGES"
FRAME = "sphinx"  # the words around the pages
SOURCES = [
    DOCS / "index.md",
    DOCS / "rules.md",
    *(DOCS / "explanation" / f"{name}.md" for name in ("index", "game", "wild-cards")),
    *sorted((DOCS / "variants").rglob("*.md")),
    *sorted((DOCS / "tutorial").rglob("*.md")),
]
PAGES = [path.relative_to(DOCS).with_suffix("").as_posix() for path in SOURCES]
KEPT = {
    "code": r"`+[^`]+`+",
    "link": r"\]\(([^)]*)\)",
    "address": r"<(https?:[^>]*)>",
    "attribute": r"\]\{([^}]*)\}",
    "role": r"\{[a-z:]+\}(?=`)",
    "rule": r"\bR\d+(?:\.\d+)?",
    "source": r"\bS[12]\b",
    "card": r"\b(?:10|[A2-9TJQK])[♣♦♥♠]",
    "number": r"\d+",
    "strong": r"\*\*",
    "stress": r"(?<!\*)\*(?!\*)",
}
"""What a translation has as often as the original."""

FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def catalog(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def messages(path: Path) -> Iterator[Message]:
    """All of a catalog but its header."""
    return (message for message in catalog(path) if message.id)


def translated(page: str) -> Path:
    return CATALOGS / f"{page}.po"


def kept(text: str) -> dict[str, Counter[str]]:
    return {name: Counter(re.findall(pattern, text)) for name, pattern in KEPT.items()}


def lost(original: str, translation: str) -> dict[str, tuple[Counter[str], Counter[str]]]:
    """By name, what only the original has, and what only the translation has."""
    before, after = kept(original), kept(translation)
    return {
        name: (before[name] - after[name], after[name] - before[name])
        for name in KEPT
        if before[name] != after[name]
    }


def build(*arguments: str | Path) -> None:
    """Run Sphinx."""
    command = [sys.executable, "-m", "sphinx", "-q", *map(str, arguments)]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The messages of the pages as they are now."""
    out = tmp_path_factory.mktemp("gettext")
    build("-b", "gettext", "-d", out / "doctrees", DOCS, out, *SOURCES)
    return out


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both sites, built from a copy: compiled catalogs would stay in the checkout."""
    top = tmp_path_factory.mktemp("site")
    for name in ("LICENSE", "examples"):
        (top / name).symlink_to(ROOT / name)
    ignored = shutil.ignore_patterns("_build", "*.mo")
    docs = Path(shutil.copytree(DOCS, top / "docs", ignore=ignored))
    out = top / "html"
    html = ("-n", "-W", "-b", "html")
    build(*html, "-d", top / "english", docs, out)
    build(*html, "-d", top / "spanish", "-D", "language=es", docs, out / "es")
    return out


@pytest.mark.parametrize("page", PAGES)
def test_the_catalog_has_the_messages_of_its_page(page: str, templates: Path) -> None:
    here = {message.id for message in messages(translated(page))}
    now = {message.id for message in messages(templates / f"{page}.pot")}
    assert now - here == set(), "new or changed: see docs/translations.md"
    assert here - now == set(), "no longer there: see docs/translations.md"


@pytest.mark.parametrize("page", [*PAGES, FRAME])
def test_all_is_translated(page: str) -> None:
    every = list(messages(translated(page)))
    assert every
    assert [message.id for message in every if not message.string] == []
    assert [message.id for message in every if message.fuzzy] == []
    assert not catalog(translated(page)).obsolete


@pytest.mark.parametrize("page", PAGES)
def test_no_sentence_is_left_in_english(page: str) -> None:
    """Names, numbers and words that both languages have may be as they are."""
    every = messages(translated(page))
    assert [m.id for m in every if m.id == m.string and len(str(m.id).split()) > 3] == []


@pytest.mark.parametrize("page", PAGES)
def test_translations_keep_what_is_not_words(page: str) -> None:
    pairs = [(str(message.id), str(message.string)) for message in messages(translated(page))]
    assert {one: lost(one, other) for one, other in pairs if lost(one, other)} == {}


def test_the_sites_lead_to_each_other(site: Path) -> None:
    spanish = {path.relative_to(site / "es") for path in (site / "es").rglob("*.html")}
    english = {path.relative_to(site) for path in site.rglob("*.html")}
    assert {Path("es") / path for path in spanish} | spanish == english
    for path in english:
        here = path.parts[0] == "es"
        other = path.relative_to("es") if here else Path("es") / path
        text = (site / path).read_text("utf-8")
        (link,) = re.findall(r'<a href="([^"]*)" hreflang="(?:en|es)"', text)
        assert (site / path).parent.joinpath(link).resolve() == (site / other).resolve()
        assert f'<html class="no-js" lang="{"es" if here else "en"}"' in text


def test_both_sites_have_every_rule_as_a_target(site: Path) -> None:
    numbers = re.findall(
        r"^- \*\*R(\d+)\.(\d+)", (DOCS / "rules.md").read_text("utf-8"), re.MULTILINE
    )
    assert numbers
    for page in (site / "rules.html", site / "es" / "rules.html"):
        text = page.read_text("utf-8")
        assert [each for each in numbers if text.count('id="r{}-{}"'.format(*each)) != 1] == []


def test_pictures_speak_the_language_of_the_site(site: Path) -> None:
    def languages(page: Path) -> Counter[str]:
        return Counter(re.findall(r'<(?:svg|table)[^>]* lang="(..)"', page.read_text("utf-8")))

    for page in (site / "es").rglob("*.html"):
        in_english = languages(site / page.relative_to(site / "es"))
        assert languages(page) == +Counter(es=in_english.total())
    english = languages(site / "reference" / "render.html")
    assert english["en"] > english["es"] > 0  # the page asks for Spanish here and there


def test_every_catalog_is_of_a_page() -> None:
    files = {path.relative_to(CATALOGS).as_posix() for path in CATALOGS.rglob("*.po")}
    assert files == {f"{page}.po" for page in [*PAGES, FRAME]}


@pytest.mark.parametrize(
    ("original", "translation", "names"),
    [
        ("See [R5.3](#r5-3).", "Ver [R5.3](#r5-4).", {"link", "number"}),
        ("a `meld`", "un `juego`", {"code"}),
        ("3♥ 4♥ 2♥", "3♥ 4♥ 3♥", {"card", "number"}),
        ("*real* (R6.2, S1)", "real (R6.3, S2)", {"rule", "source", "number", "stress"}),
        ("[**R1.1**]{#r1-1} Two", "[**R1.1**]{#r1-2} Dos", {"attribute", "number"}),
        ("**none**, 10♥", "*ninguna*, Q♥", {"strong", "stress", "card", "number"}),
        ("one *meld*, `M7c` (R4)", "un *juego*, `M7c` (R4)", set()),
    ],
)
def test_what_is_lost_is_found(original: str, translation: str, names: set[str]) -> None:
    assert set(lost(original, translation)) == names


def test_the_spanish_readme_has_the_blocks_of_the_english_one() -> None:
    english, spanish = (
        (ROOT / name).read_text("utf-8") for name in ("README.md", "docs/README.es.md")
    )
    blocks = FENCE.findall(spanish)
    assert [block for block in FENCE.findall(english) if block not in blocks] == []


def test_the_spanish_readme_has_the_table_of_the_english_one() -> None:
    english, spanish = (
        re.findall(r"^\|.*\|$", (ROOT / name).read_text("utf-8"), re.MULTILINE)
        for name in ("README.md", "docs/README.es.md")
    )
    assert len(english) == len(spanish) > 10
    for one, other in zip(english, spanish, strict=True):
        assert lost(one, other) == {}


def test_the_spanish_readme_leads_where_the_english_one_does() -> None:
    def links(path: Path) -> set[Path]:
        """Addresses as they are, and files as they lie."""
        targets = re.findall(KEPT["link"], path.read_text("utf-8"))
        return {Path(t) if ":" in t else (path.parent / t).resolve() for t in targets}

    english, spanish = ROOT / "README.md", DOCS / "README.es.md"
    assert links(english) - {spanish.resolve()} <= links(spanish)
