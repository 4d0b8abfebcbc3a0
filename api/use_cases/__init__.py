"""Use cases of a person with the service: read, play, revise, fork, manage members and bots.

Each use case is a function that the routes serve and the command line calls: it takes the services, the caller or their
seat, and the request; `@allowed` declares who may use it. It knows nothing of HTTP: `api.routes.serving` works out where a
route finds each parameter. Paths, status codes and headers are in `api/routes`, options and tables in `api/cli`.
"""
