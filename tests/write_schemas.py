"""Write the JSON Schemas of the package anew from the shapes of documents.

    python tests/write_schemas.py

Run it after a change in `buraco.shapes`. The schemas of formats that have been released do not
change in what they admit.
"""

from __future__ import annotations

import json
from pathlib import Path

from buraco.schema import file_name
from buraco.shapes import FORMATS, schema_of

SCHEMAS = Path(__file__).parents[1] / "buraco" / "schemas"


def main() -> None:
    SCHEMAS.mkdir(exist_ok=True)
    for name in FORMATS:
        text = json.dumps(schema_of(name), indent=1)
        (SCHEMAS / file_name(name)).write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
