"""The fields that commands of several chapters have, with what they mean."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from systems.freeform.fields import Title

Called = Annotated[Title, Meta(description="What it is called")]
Source = Annotated[Title, Meta(description="What it comes of: an ability, an effect, a thing, or somebody's word")]
