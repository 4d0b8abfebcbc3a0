"""Use cases over HTTP, as data: the method and path of each, and the type of its answer.

A client of a service reads it without importing the use cases, a game or the web server. `tests/cli/elsewhere/test_operations.py` holds it
against the routes and the annotations of the use cases.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

PREFIX: Final = "/api/v1"

Shape = Literal["one", "rows", "map", "entry", "entries", "log", "lines", "file", "progress"]
"""The form of an answer: one value, the rows of a list, values by key, an entry, a value with entries in it, entries that a
filter lets through, lines of text, a file, or lines that say how far an import is."""


class Operation(NamedTuple):
    """A use case over HTTP. `answer` names the type of the answer as `module:name` (None: there is none). Of two types, the first
    is what was written or reported, the second a plan or a picture. `renamed` are parameters with another name over HTTP.
    """

    method: str
    path: str
    answer: str | None = None
    shape: Shape = "one"
    renamed: Mapping[str, str] = MappingProxyType({})


OPERATIONS: Final[Mapping[str, Operation]] = {
    "account.erase_account": Operation("DELETE", "/account"),
    "account.erase_bot": Operation("DELETE", "/bots/{bot}"),
    "account.issue_bot_token": Operation("POST", "/bots/{bot}/tokens", "api.use_cases.account:IssuedToken"),
    "account.issue_token": Operation("POST", "/tokens", "api.use_cases.account:IssuedToken"),
    "account.list_bot_tokens": Operation("GET", "/bots/{bot}/tokens", "api.storage.accounts:Token", "rows"),
    "account.list_bots": Operation("GET", "/bots", "api.storage.accounts:Account", "rows"),
    "account.list_tokens": Operation("GET", "/tokens", "api.storage.accounts:Token", "rows"),
    "account.make_bot": Operation("POST", "/bots", "api.use_cases.account:NewBot"),
    "account.rename_account": Operation("PATCH", "/account", "api.storage.accounts:Account"),
    "account.revoke_bot_token": Operation("DELETE", "/bots/{bot}/tokens/{token}"),
    "account.revoke_token": Operation("DELETE", "/tokens/{token}"),
    "account.rotate_token": Operation("POST", "/tokens/{token}/rotation", "api.use_cases.account:IssuedToken"),
    "account.show_account": Operation("GET", "/account", "api.storage.accounts:Account"),
    "accounts.change_account": Operation("PATCH", "/accounts/{account}", "api.storage.accounts:Account"),
    "accounts.end_account": Operation("DELETE", "/accounts/{account}"),
    "accounts.issue_account_token": Operation(
        "POST", "/accounts/{account}/tokens", "api.use_cases.account:IssuedToken"
    ),
    "accounts.list_account_tokens": Operation(
        "GET", "/accounts/{account}/tokens", "api.storage.accounts:Token", "rows"
    ),
    "accounts.list_accounts": Operation("GET", "/accounts", "api.storage.accounts:Account", "rows"),
    "accounts.open_account": Operation("POST", "/accounts", "api.use_cases.accounts:OpenedAccount"),
    "accounts.revoke_account_token": Operation("DELETE", "/accounts/{account}/tokens/{token}"),
    "campaigns.change_campaign": Operation("PATCH", "/campaigns/{campaign}", "api.use_cases.campaigns:CampaignView"),
    "campaigns.explain_campaign": Operation(
        "GET", "/campaigns/{campaign}/explain", "projections.views.explain:Explanation"
    ),
    "campaigns.found_campaign": Operation("POST", "/campaigns", "api.use_cases.campaigns:CampaignView"),
    "campaigns.list_campaigns": Operation(
        "GET", "/campaigns", "api.use_cases.campaigns:CampaignView", "rows", renamed={"in_state": "state"}
    ),
    "campaigns.list_options": Operation(
        "GET", "/campaigns/{campaign}/options", "api.use_cases.campaigns:OptionNow", "rows"
    ),
    "campaigns.show_campaign": Operation("GET", "/campaigns/{campaign}", "api.use_cases.campaigns:CampaignNow"),
    "characters.explain_value": Operation(
        "GET", "/campaigns/{campaign}/characters/{character}/explain", "projections.views.explain:Explanation"
    ),
    "characters.list_characters": Operation("GET", "/campaigns/{campaign}/characters", "api.things:ThingLine", "rows"),
    "characters.show_character": Operation(
        "GET", "/campaigns/{campaign}/characters/{character}", "projections.views.sheet:SheetView"
    ),
    "command_guides.list_campaign_commands": Operation(
        "GET", "/campaigns/{campaign}/commands", "api.use_cases.command_guides:CampaignCommand", "rows"
    ),
    "command_guides.list_commands": Operation(
        "GET", "/systems/{system}/commands", "api.use_cases.command_guides:CommandSummary", "rows"
    ),
    "command_guides.show_command": Operation(
        "GET", "/systems/{system}/commands/{command}", "api.use_cases.command_guides:CommandGuide"
    ),
    "commands.give_batch": Operation(
        "POST", "/campaigns/{campaign}/batches", "api.use_cases.commands:BatchView", "entries"
    ),
    "commands.give_command": Operation(
        "POST", "/campaigns/{campaign}/commands", "projections.views.entry:EntryView", "entry"
    ),
    "histories.show_difference": Operation(
        "GET",
        "/campaigns/{campaign}/diff",
        "projections.views.diff:Difference",
        renamed={"since": "from", "until": "to"},
    ),
    "discord.list_discord_channels": Operation(
        "GET", "/campaigns/{campaign}/discord-channels", "api.storage.discord:DiscordChannel", "rows"
    ),
    "discord.make_discord_code": Operation("POST", "/discord-codes", "api.use_cases.discord:IssuedDiscordCode"),
    "discord.untie_discord_channel": Operation("DELETE", "/campaigns/{campaign}/discord-channels/{channel}"),
    "downtime.change_downtime": Operation(
        "PATCH", "/campaigns/{campaign}/downtime/{phase}", "projections.views.downtime:Downtime"
    ),
    "downtime.list_downtime": Operation(
        "GET", "/campaigns/{campaign}/downtime", "projections.views.downtime:Downtime", "rows"
    ),
    "downtime.open_downtime": Operation(
        "POST", "/campaigns/{campaign}/downtime", "projections.views.downtime:Downtime"
    ),
    "downtime.plan_downtime": Operation(
        "PUT", "/campaigns/{campaign}/downtime/{phase}/plans/{character}", "projections.views.downtime:PlanOf"
    ),
    "downtime.process_downtime": Operation(
        "POST",
        "/campaigns/{campaign}/downtime/{phase}/process",
        "domain.ledger.downtime:Processed|projections.views.downtime:DowntimePreview",
        "entries",
    ),
    "downtime.show_downtime": Operation(
        "GET", "/campaigns/{campaign}/downtime/{phase}", "projections.views.downtime:Downtime"
    ),
    "downtime.show_downtime_plan": Operation(
        "GET", "/campaigns/{campaign}/downtime/{phase}/plans/{character}", "projections.views.downtime:PlanOf"
    ),
    "downtime.show_downtime_report": Operation(
        "GET", "/campaigns/{campaign}/downtime/{phase}/report", "projections.views.downtime:DowntimeReport", "entries"
    ),
    "downtime.withdraw_downtime_plan": Operation("DELETE", "/campaigns/{campaign}/downtime/{phase}/plans/{character}"),
    "enclaves.explain_enclave": Operation(
        "GET", "/campaigns/{campaign}/enclaves/{enclave}/explain", "projections.views.explain:Explanation"
    ),
    "enclaves.list_enclaves": Operation("GET", "/campaigns/{campaign}/enclaves", "api.things:ThingLine", "rows"),
    "enclaves.list_grids": Operation(
        "GET", "/campaigns/{campaign}/enclaves/{enclave}/grids", "projections.views.group:GridView", "rows"
    ),
    "enclaves.show_enclave": Operation(
        "GET", "/campaigns/{campaign}/enclaves/{enclave}", "projections.views.group:GroupView"
    ),
    "enclaves.show_grid": Operation(
        "GET", "/campaigns/{campaign}/enclaves/{enclave}/grids/{target}", "projections.views.group:GridView"
    ),
    "enclaves.show_group_log": Operation(
        "GET", "/campaigns/{campaign}/enclaves/{enclave}/log", "projections.views.history:History"
    ),
    "enclaves.show_roster": Operation(
        "GET", "/campaigns/{campaign}/enclaves/{enclave}/roster", "projections.views.group:Roster"
    ),
    "encounters.explain_encounter": Operation(
        "GET", "/campaigns/{campaign}/encounters/{encounter}/explain", "projections.views.explain:Explanation"
    ),
    "encounters.list_encounters": Operation("GET", "/campaigns/{campaign}/encounters", "api.things:ThingLine", "rows"),
    "encounters.show_encounter": Operation(
        "GET", "/campaigns/{campaign}/encounters/{encounter}", "projections.views.board:BoardView"
    ),
    "encounters.show_map": Operation(
        "GET", "/campaigns/{campaign}/encounters/{encounter}/map", "projections.views.maps:MapView"
    ),
    "entries.list_decisions": Operation(
        "GET", "/campaigns/{campaign}/decisions", "projections.views.questions:OpenQuestion", "rows"
    ),
    "entries.list_entries": Operation(
        "GET", "/campaigns/{campaign}/entries", "projections.views.entry:EntryView", "log"
    ),
    "entries.show_entry": Operation(
        "GET", "/campaigns/{campaign}/entries/{entry}", "projections.views.entry:EntryView", "entry"
    ),
    "forks.bring_back_entries": Operation(
        "POST",
        "/campaigns/{campaign}/forks/{fork}/bring-back",
        "api.use_cases.forks:BroughtView|projections.views.plans:PlanView",
        "entries",
    ),
    "forks.compare_fork": Operation(
        "GET", "/campaigns/{campaign}/forks/{fork}/compare", "api.use_cases.forks:ComparisonView", "entries"
    ),
    "forks.list_forks": Operation("GET", "/campaigns/{campaign}/forks", "api.use_cases.forks:ForkView", "rows"),
    "forks.make_fork": Operation("POST", "/campaigns/{campaign}/forks", "api.use_cases.forks:ForkView"),
    "histories.show_enclave_history": Operation(
        "GET", "/campaigns/{campaign}/enclaves/{enclave}/history", "projections.views.history:History"
    ),
    "histories.show_encounter_history": Operation(
        "GET", "/campaigns/{campaign}/encounters/{encounter}/history", "projections.views.history:History"
    ),
    "histories.show_history": Operation(
        "GET", "/campaigns/{campaign}/characters/{character}/history", "projections.views.history:History"
    ),
    "histories.show_history_of": Operation("GET", "/campaigns/{campaign}/history", "projections.views.history:History"),
    "imports.import_file": Operation("POST", "/imports/{kind}", "api.imports.wanted:FileImport", "progress"),
    "imports.import_into": Operation(
        "POST", "/campaigns/{campaign}/imports/{kind}", "api.imports.wanted:FileImport", "progress"
    ),
    "invitations.accept_invitation": Operation("POST", "/invitations/{code}", "api.use_cases.invitations:Accepted"),
    "invitations.invite": Operation(
        "POST", "/campaigns/{campaign}/invitations", "api.use_cases.invitations:IssuedInvitation"
    ),
    "invitations.list_invitations": Operation(
        "GET", "/campaigns/{campaign}/invitations", "api.storage.invitations:Invitation", "rows"
    ),
    "invitations.withdraw_invitation": Operation("DELETE", "/campaigns/{campaign}/invitations/{invitation}"),
    "members.change_role": Operation(
        "PATCH", "/campaigns/{campaign}/members/{member}", "api.use_cases.members:MemberView"
    ),
    "members.end_grant": Operation("DELETE", "/campaigns/{campaign}/members/{member}/grants/{bot}"),
    "members.end_part": Operation(
        "DELETE", "/campaigns/{campaign}/members/{member}", "api.use_cases.members:DepartureView"
    ),
    "members.give_grant": Operation("PUT", "/campaigns/{campaign}/members/{member}/grants/{bot}"),
    "members.list_grants": Operation(
        "GET", "/campaigns/{campaign}/members/{member}/grants", "api.storage.invitations:Grant", "rows"
    ),
    "members.list_members": Operation(
        "GET", "/campaigns/{campaign}/members", "api.use_cases.members:MemberView", "rows"
    ),
    "members.show_member": Operation(
        "GET", "/campaigns/{campaign}/members/{member}", "api.use_cases.members:MemberView"
    ),
    "members.show_presence": Operation("GET", "/campaigns/{campaign}/presence", "api.use_cases.members:PresenceView"),
    "names.show_layout": Operation("GET", "/campaigns/{campaign}/layout", "domain.layout:Layout"),
    "names.show_names": Operation("GET", "/campaigns/{campaign}/names", "projections.names:Name", "map"),
    "proof.export_ledger": Operation("GET", "/campaigns/{campaign}/export", None, "lines"),
    "proof.list_seals": Operation("GET", "/campaigns/{campaign}/seals", "projections.views.seals:SealView", "rows"),
    "proof.show_dice": Operation("GET", "/campaigns/{campaign}/dice", "domain.dice.verify:DiceDocument"),
    "proof.show_seal": Operation("GET", "/campaigns/{campaign}/seals/{seal}", "projections.views.seals:SealProof"),
    "proof.show_verification": Operation(
        "GET", "/campaigns/{campaign}/verification", "api.use_cases.proof:VerificationView"
    ),
    "proof.unseal_dice": Operation(
        "POST", "/campaigns/{campaign}/dice/{epoch}/unseal", "projections.views.entry:EntryView", "entry"
    ),
    "recaps.show_recap": Operation("GET", "/campaigns/{campaign}/recap", "projections.recaps.recap:Recap"),
    "recoveries.list_recoveries": Operation(
        "GET", "/campaigns/{campaign}/recoveries", "api.use_cases.recoveries:OpenRecovery", "rows"
    ),
    "recoveries.offer_recovery": Operation(
        "POST", "/campaigns/{campaign}/members/{member}/recovery", "api.use_cases.recoveries:IssuedRecovery"
    ),
    "recoveries.redeem_recovery": Operation("POST", "/recoveries/{code}", "api.use_cases.recoveries:Recovered"),
    "recoveries.withdraw_recovery": Operation("DELETE", "/campaigns/{campaign}/members/{member}/recovery"),
    "reports.list_reports": Operation(
        "GET", "/campaigns/{campaign}/analytics", "api.analytics.views:ReportLine", "rows"
    ),
    "reports.list_reports_on_all": Operation("GET", "/analytics", "api.analytics.views:ReportLine", "rows"),
    "reports.show_report": Operation(
        "GET", "/campaigns/{campaign}/analytics/{report}", "api.analytics.views:ReportView|api.analytics.views:Drawing"
    ),
    "reports.show_report_on_all": Operation(
        "GET",
        "/analytics/{report}",
        "api.analytics.views:ReportView|api.analytics.views:Drawing",
        renamed={"campaigns": "campaign"},
    ),
    "reports.take_facts": Operation("GET", "/campaigns/{campaign}/facts", None, "file", renamed={"form": "format"}),
    "revisions.revise": Operation(
        "POST",
        "/campaigns/{campaign}/revisions",
        "api.use_cases.revisions:RevisionView|projections.views.plans:PlanView",
        "entries",
    ),
    "systems.list_campaign_catalogue": Operation(
        "GET", "/campaigns/{campaign}/catalogue", "projections.views.catalogue:CatalogueEntry", "rows"
    ),
    "systems.list_catalogue": Operation(
        "GET", "/systems/{system}/catalogue", "projections.views.catalogue:CatalogueEntry", "rows"
    ),
    "systems.list_rules": Operation("GET", "/systems/{system}/rules", "api.catalogue:RuleView", "rows"),
    "systems.list_systems": Operation("GET", "/systems", "api.catalogue:SystemLine", "rows"),
    "systems.show_campaign_catalogue_entry": Operation(
        "GET", "/campaigns/{campaign}/catalogue/{kind}/{entry}", "projections.views.catalogue:CatalogueEntry"
    ),
    "systems.show_catalogue_entry": Operation(
        "GET", "/systems/{system}/catalogue/{kind}/{entry}", "projections.views.catalogue:CatalogueEntry"
    ),
    "systems.show_rule": Operation("GET", "/systems/{system}/rules/{rule}", "api.catalogue:RuleView"),
    "systems.show_system": Operation("GET", "/systems/{system}", "api.catalogue:SystemView"),
    "webhooks.end_webhook": Operation("DELETE", "/campaigns/{campaign}/webhooks/{webhook}"),
    "webhooks.list_undelivered": Operation(
        "GET", "/campaigns/{campaign}/webhooks/{webhook}/undelivered", "api.storage.webhooks:Undelivered", "rows"
    ),
    "webhooks.list_webhooks": Operation(
        "GET", "/campaigns/{campaign}/webhooks", "api.storage.webhooks:Webhook", "rows"
    ),
    "webhooks.make_webhook": Operation(
        "POST", "/campaigns/{campaign}/webhooks", "api.use_cases.webhooks:IssuedWebhook"
    ),
    "webhooks.pause_webhook": Operation(
        "PUT", "/campaigns/{campaign}/webhooks/{webhook}/pause", "api.storage.webhooks:Webhook"
    ),
    "webhooks.replay_webhook": Operation(
        "POST", "/campaigns/{campaign}/webhooks/{webhook}/replays", "api.storage.webhooks:Webhook"
    ),
    "webhooks.resume_webhook": Operation(
        "DELETE", "/campaigns/{campaign}/webhooks/{webhook}/pause", "api.storage.webhooks:Webhook"
    ),
    "webhooks.try_webhook": Operation(
        "POST", "/campaigns/{campaign}/webhooks/{webhook}/tests", "api.use_cases.webhooks:TriedWebhook"
    ),
    "webhooks.show_webhook": Operation(
        "GET", "/campaigns/{campaign}/webhooks/{webhook}", "api.storage.webhooks:Webhook"
    ),
}
"""The operations by module and name of their use cases."""
