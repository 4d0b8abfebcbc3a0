"""The pages themselves, by what they show. Each asks use cases and fills in a template; `ROUTES` lists them all."""
