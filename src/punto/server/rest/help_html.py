"""A help page in HTML, from its Markdown. Nothing in it is believed: tags are text, links stay words, no inline styles.

A floor may play books that somebody else wrote, and their titles and conditions end up here.
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_STYLE_OF_RIGHT = "text-align:right"


def help_html(markdown: str) -> str:
    """A fragment: headings, paragraphs, tables and lists."""
    parser = _parser()
    tokens = parser.parse(markdown)
    for token in tokens:
        if token.attrs.pop("style", None) == _STYLE_OF_RIGHT:  # the content policy allows no styles but our file's
            token.attrs["class"] = "number"
    return str(parser.renderer.render(tokens, parser.options, {}))


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # when the first page is read: a floor starts without it

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])
