"""Sessions told in sentences."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from markupsafe import Markup

from api.pages.rendering import page
from api.pages.visits import PageGuard, Visit
from api.use_cases.campaigns import list_played_sessions, show_campaign
from api.use_cases.recaps import show_recap
from projections.recaps.html import body

Number = Annotated[int | None, QueryParameter(ge=0, le=2**31)]


@get("/campaigns/{campaign:uuid}/recap", guards=[PageGuard("member")], sync_to_thread=True)
def show_session(visit: NamedDependency[Visit], session: Number = None) -> Response[bytes]:
    """A session in sentences, each with the entries that it rests on."""
    recap = visit.ask(show_recap, session=session, language=visit.language)
    article = body(recap, lambda entry: f"{visit.subpath}/campaigns/{visit.campaign}/entries/{entry}")
    return page(
        visit,
        "recap.html",
        campaign=visit.ask(show_campaign),
        recap=recap,
        sessions=visit.ask(list_played_sessions),
        article=Markup(article),  # made of escaped parts
    )


ROUTES = (show_session,)
