"""Pictures: tables, hands, melds and cards as SVG, scores as HTML.

Every picture is a text that stands for itself: no file, font, script or style sheet beside it,
no ids that could clash in a page. It lies on green felt of its own, so that it can be read on
light and dark pages, and has a title and a description for who cannot see it.

Programs find parts of a picture by attributes: ``data-card`` (the card, as in the notation),
``data-back`` (a card face down), ``data-wild``, ``data-canasta`` (its kind), ``data-highlight``,
and ``data-place`` (``stock``, ``pile``, ``muerto-0``, ``hand-2``, ``side-1``, ``meld-1-0``).
"""

from buraco.render.pictures import cards_svg, hand_svg, meld_svg
from buraco.render.scores import score_html
from buraco.render.tables import table_svg

__all__ = ["cards_svg", "hand_svg", "meld_svg", "score_html", "table_svg"]
