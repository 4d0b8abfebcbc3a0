"""Routes: campaigns: founding them, listing one's own, and where one stands."""

from __future__ import annotations

from litestar import get, patch, post

from api.routes.serving import listed, served
from api.use_cases import campaigns, histories, names

ROUTES = (
    served(post, "/campaigns", campaigns.found_campaign, tags=["campaigns"]),
    listed("/campaigns", campaigns.list_campaigns, tags=["campaigns"]),
    served(get, "/campaigns/{campaign:uuid}", campaigns.show_campaign, tags=["campaigns"]),
    served(patch, "/campaigns/{campaign:uuid}", campaigns.change_campaign, tags=["campaigns"]),
    listed("/campaigns/{campaign:uuid}/options", campaigns.list_options, tags=["campaigns"]),
    served(get, "/campaigns/{campaign:uuid}/explain", campaigns.explain_campaign, tags=["campaigns"]),
    served(get, "/campaigns/{campaign:uuid}/history", histories.show_history_of, tags=["campaigns"]),
    served(get, "/campaigns/{campaign:uuid}/names", names.show_names, tags=["campaigns"]),
    served(get, "/campaigns/{campaign:uuid}/layout", names.show_layout, tags=["campaigns"]),
)
