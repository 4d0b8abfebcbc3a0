"""Attacks: weapons, what bears upon a roll, what defends, special shots, criticals and fumbles."""
