"""Requests of a service and of its campaigns, written from its OpenAPI document."""

from __future__ import annotations

from retcon_client.operations.account import ServiceAccount
from retcon_client.operations.accounts import ServiceAccounts
from retcon_client.operations.analytics import CampaignAnalytics, ServiceAnalytics
from retcon_client.operations.campaigns import CampaignCampaigns, ServiceCampaigns
from retcon_client.operations.characters import CampaignCharacters
from retcon_client.operations.downtime import CampaignDowntime
from retcon_client.operations.enclaves import CampaignEnclaves
from retcon_client.operations.encounters import CampaignEncounters
from retcon_client.operations.forks import CampaignForks
from retcon_client.operations.history import CampaignHistory
from retcon_client.operations.imports import CampaignImports, ServiceImports
from retcon_client.operations.members import CampaignMembers, ServiceMembers
from retcon_client.operations.play import CampaignPlay
from retcon_client.operations.proof import CampaignProof
from retcon_client.operations.service import ServiceService
from retcon_client.operations.systems import ServiceSystems
from retcon_client.operations.webhooks import CampaignWebhooks


class CampaignOperations(
    CampaignAnalytics,
    CampaignCampaigns,
    CampaignCharacters,
    CampaignDowntime,
    CampaignEnclaves,
    CampaignEncounters,
    CampaignForks,
    CampaignHistory,
    CampaignImports,
    CampaignMembers,
    CampaignPlay,
    CampaignProof,
    CampaignWebhooks,
):
    """Requests of a campaign."""


class ServiceOperations(
    ServiceAccount,
    ServiceAccounts,
    ServiceAnalytics,
    ServiceCampaigns,
    ServiceImports,
    ServiceMembers,
    ServiceService,
    ServiceSystems,
):
    """Requests of a service."""
