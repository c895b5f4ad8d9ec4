"""Help pages as HTML, from Markdown that is not trusted: tags become text, links plain words, no inline styles.

A floor may play books written by others, whose titles and conditions appear here.
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
        if token.attrs.pop("style", None) == _STYLE_OF_RIGHT:  # the content security policy allows only our stylesheet
            token.attrs["class"] = "number"
    return str(parser.renderer.render(tokens, parser.options, {}))


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # loaded with the first page, to keep startup fast

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])
