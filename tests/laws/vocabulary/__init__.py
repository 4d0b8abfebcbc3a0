"""The rules that strain the shared vocabulary most, each played through the ledger before its game is built."""
