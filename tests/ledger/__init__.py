"""The ledger: what every store keeps to, and what verification finds."""

import pytest

pytest.register_assert_rewrite(
    "tests.ledger.contract",
    "tests.ledger.contract_checkpoints",
    "tests.ledger.contract_forks",
    "tests.ledger.contract_readings",
)
