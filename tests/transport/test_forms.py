"""Simpler forms of a page, for when Discord refuses the whole page."""

from bot.rendering import pages
from bot.rendering.page import Action, Button, Buttons, Choice, Page, Picture, Select, Text, text_page

ACT = Action(session_id=7, revision=3, act="move acquire rank:K")
HAND = Button("My hand", Action(session_id=7, revision=3, act="hand"), "green")
WHOLE = Page(
    (
        Text("## Crap\nheading"),
        Picture("table.png", b"png", "a table"),
        Select("Choose", ACT, (Choice("K", "K"),)),
        Buttons((Button("Acquire", ACT),)),
        Text("state"),
    ),
    accent=5,
    pings=(100,),
)


def test_plain_form_is_text_and_button_to_hand() -> None:
    assert pages.plain(WHOLE) == Page((Text("## Crap\nheading\nstate"), Buttons((HAND,))), pings=(100,))


def test_the_plain_form_fits_a_message_exactly() -> None:
    fits = pages.plain(Page((Text("x" * pages.MAX_PLAIN_CHARACTERS),)))
    bursts = pages.plain(Page((Text("x" * (pages.MAX_PLAIN_CHARACTERS + 1)),)))

    assert fits.text == "x" * 4000
    assert bursts.text == "x" * 3999 + "…"


def test_brief_form_has_first_line_and_one_button() -> None:
    brief = pages.brief(WHOLE)

    assert brief.text.splitlines()[0] == "## Crap"
    assert "heading" not in brief.text
    assert brief.blocks[1:] == (Buttons((HAND,)),)
    assert brief.pings == (100,)


def test_kept_text_is_in_every_form() -> None:
    seal = Text("seal")
    page = Page((*WHOLE.blocks, seal), kept=seal.text)
    plain, brief = pages.plain(page), pages.brief(page)

    assert "state" not in brief.text
    assert [form.text.splitlines().count("seal") for form in (page, plain, brief)] == [1, 1, 1]
    assert (pages.plain(brief), pages.brief(brief), pages.brief(plain)) == (brief, brief, brief)


def test_page_without_controls_gets_none_in_simpler_forms() -> None:
    sentence = text_page("The game is over.")

    assert pages.plain(sentence) == sentence
    assert [type(block) for block in pages.brief(sentence).blocks] == [Text]
