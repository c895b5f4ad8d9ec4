"""A help page in HTML, from its Markdown. Nothing in it is believed: tags are text, links stay words, no inline styles.

A floor may play books that somebody else wrote, and their titles and conditions end up here.
"""

from markdown_it import MarkdownIt

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink"])
_STYLE_OF_RIGHT = "text-align:right"


def help_html(markdown: str) -> str:
    """A fragment: headings, paragraphs, tables and lists."""
    tokens = _MARKDOWN.parse(markdown)
    for token in tokens:
        if token.attrs.pop("style", None) == _STYLE_OF_RIGHT:  # the content policy allows no styles but our file's
            token.attrs["class"] = "number"
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))
