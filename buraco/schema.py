"""The JSON Schemas of the documents, for programs in other languages and for editors.

They lie in the package as files, one for each format, and say what a document's shape is. A
document that reading takes is valid under its schema. The schema cannot say all that reading
checks, such as that every card of the deck stands once.
"""

from __future__ import annotations

from typing import Any, Final

from buraco.errors import FormatError, shown

__all__ = ["SCHEMAS", "json_schema"]

SCHEMAS: Final = ("buraco.rules/1", "buraco.state/1", "buraco.match/1")
"""The names of the formats that have a schema."""


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a format (draft 2020-12).

    Args:
        name: the format's name, e.g. ``"buraco.state/1"``.

    Returns:
        The schema, a new dictionary with each call.

    Raises:
        FormatError: if no format of that name has a schema; it lists those that have.

    >>> json_schema("buraco.state/1")["title"]
    'buraco.state/1'
    """
    # Late, so that importing the package loads neither.
    import json
    from importlib import resources

    if name not in SCHEMAS:
        raise FormatError("", f"no schema for {shown(name)}; known: {', '.join(SCHEMAS)}")
    text = resources.files("buraco").joinpath("schemas", file_name(name)).read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def file_name(name: str) -> str:
    """The file in the package's folder ``schemas`` that holds the schema of a format."""
    return name.removeprefix("buraco.").replace("/", "-") + ".json"
