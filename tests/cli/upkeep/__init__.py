"""The service, backups and whole installations at the command line."""
