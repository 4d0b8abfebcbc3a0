"""Requests about proof, written from the OpenAPI document of the service."""

from __future__ import annotations

from retcon_client.answers.proof import DiceDocument, SealProof, SealView, VerificationView
from retcon_client.handles import CampaignHandle
from retcon_client.kinds import Entry
from retcon_client.requests import Request, ResultPage, path_to


class CampaignProof(CampaignHandle):
    """Requests about proof, of a campaign."""

    def show_verification(self, *, expect: str | None = None) -> Request[VerificationView]:
        """Check the whole ledger as it lies there now: chain, events, states, texts, seeds and facts, and that it still
        holds what you expect. It has no earlier point.
        """
        return self.request(
            "GET", path_to("campaigns", self.id, "verification"), VerificationView, query={"expect": expect}
        )

    def show_dice(self) -> Request[DiceDocument]:
        """Commitments, revealed seeds, and every die that the caller may see, for checking them without this server. At
        an earlier point these are the dice rolled and the seeds revealed up to then.
        """
        return self.request("GET", path_to("campaigns", self.id, "dice"), DiceDocument, at_point=True)

    def unseal_dice(self, epoch: int) -> Request[Entry]:
        """Reveal the sealed seed of a dice epoch that has ended. Its hidden rolls can then be recomputed by those who
        are shown them; the seed alone reveals nothing else about them.
        """
        return self.request("POST", path_to("campaigns", self.id, "dice", epoch, "unseal"), Entry)

    def list_seals(self, *, after: str | None = None, limit: int | None = None) -> Request[ResultPage[SealView]]:
        """The secrets that were sealed in a campaign, oldest first: each with its title and its digest, and with its
        words for those who may read them.
        """
        return self.listing(
            path_to("campaigns", self.id, "seals"), SealView, query={"after": after, "limit": limit}, at_point=True
        )

    def show_seal(self, seal: str) -> Request[SealProof]:
        """One sealed secret, by its name (`seal-12`), the number of its entry or its title. Those who may read it get
        the salt as well: the SHA-256 of the salt's bytes and the text in UTF-8 must be the digest.
        """
        return self.request("GET", path_to("campaigns", self.id, "seals", seal), SealProof, at_point=True)

    def export(self) -> Request[bytes]:
        """The ledger as JSON lines, as far as the caller may see it. A game master gets it whole, so that it can be
        taken in elsewhere; up to an earlier point or through a member's eyes it holds the entries as they are seen
        there.
        """
        return self.request("GET", path_to("campaigns", self.id, "export"), bytes, at_point=True)
