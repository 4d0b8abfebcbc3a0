"""The contract of every store, run over each of them (`tests/ledger/conftest.py` lists them)."""

from tests.ledger import contract, contract_checkpoints, contract_forks, contract_readings, contract_restoring
from tests.ledger.contract_checkpoints import kept
from tests.ledger.contract_readings import played

__all__ = ["kept", "played"]


class TestAppending(contract.Appending): ...


class TestFounding(contract.Founding): ...


class TestStates(contract.States): ...


class TestTexts(contract.Texts): ...


class TestSeeds(contract.Seeds): ...


class TestAsItLies(contract.AsItLies): ...


class TestUnknownCampaigns(contract.UnknownCampaigns): ...


class TestCrowding(contract.Crowding): ...


class TestStreams(contract_readings.Streams): ...


class TestEffectiveStreams(contract_readings.EffectiveStreams): ...


class TestVersions(contract_readings.Versions): ...


class TestReads(contract_readings.Reads): ...


class TestEntries(contract_readings.Entries): ...


class TestRestoring(contract_restoring.Restoring): ...


class TestPuttingRight(contract_restoring.PuttingRight): ...


class TestBeginnings(contract_forks.Beginnings): ...


class TestBranches(contract_forks.Branches): ...


class TestCheckpoints(contract_checkpoints.Checkpoints): ...


class TestHolding(contract_restoring.Holding): ...
