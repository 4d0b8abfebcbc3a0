"""The table of who may do what: every route, and what it answers to whom.

Columns: nobody has no token; outsider takes part in another campaign only; observer, player and gm take part in this one;
owner is a player who plays the hero; bot acts for owner, who lets it do everything; host runs the installation and takes
part in nothing. A row is a route, and in brackets the case of it (see `tests.api.test_access_table`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

ROLES = ("nobody", "outsider", "observer", "player", "owner", "gm", "bot", "host")

TABLE = """
                                                            nobody outsider observer player owner  gm  bot host
GET    /health                                                 200      200      200    200   200 200  200  200
GET    /ready                                                  200      200      200    200   200 200  200  200
GET    /docs                                                   200      200      200    200   200 200  200  200
GET    /docs/openapi.json                                      200      200      200    200   200 200  200  200
GET    /docs/assets/{name}                                     200      200      200    200   200 200  200  200
GET    /docs/{path}                                            404      404      404    404   404 404  404  404
GET    /openapi.json                                           200      200      200    200   200 200  200  200
GET    /systems                                                200      200      200    200   200 200  200  200
GET    /systems/{system}                                       200      200      200    200   200 200  200  200
GET    /systems/{system}/commands                              200      200      200    200   200 200  200  200
GET    /systems/{system}/commands/{command}                    200      200      200    200   200 200  200  200
GET    /systems/{system}/rules                                 200      200      200    200   200 200  200  200
GET    /systems/{system}/rules/{rule}                          200      200      200    200   200 200  200  200
GET    /systems/{system}/catalogue                             200      200      200    200   200 200  200  200
GET    /systems/{system}/catalogue/{kind}/{entry} [unknown]    404      404      404    404   404 404  404  404

GET    /account                                                401      200      200    200   200 200  200  200
PATCH  /account                                                401      200      200    200   200 200  200  200
DELETE /account [alone]                                        401      204      204    204   204 204  204  403
GET    /tokens                                                 401      200      200    200   200 200  200  200
POST   /discord-codes [new]                                    401      201      201    201   201 201  201  201
POST   /tokens [new]                                           401      201      201    201   201 201  201  201
DELETE /tokens/{token} [own]                                   401      204      204    204   204 204  204  204
DELETE /tokens/{token} [another's]                             401      404      404    404   404 404  404  404
POST   /tokens/{token}/rotation [own]                          401      201      201    201   201 201  201  201
POST   /tokens/{token}/rotation [another's]                    401      404      404    404   404 404  404  404
GET    /bots                                                   401      200      200    200   200 200  200  200
POST   /bots [new]                                             401      201      201    201   201 201  403  201
DELETE /bots/{bot} [own]                                       401      204      204    204   204 204  404  204
DELETE /bots/{bot} [another's]                                 401      404      404    404   404 404  404  404
GET    /bots/{bot}/tokens [own bot]                            401      200      200    200   200 200  404  200
GET    /bots/{bot}/tokens [another's bot]                      401      404      404    404   404 404  404  404
POST   /bots/{bot}/tokens [own bot]                            401      201      201    201   201 201  404  201
DELETE /bots/{bot}/tokens/{token} [own bot]                    401      204      204    204   204 204  404  204
DELETE /bots/{bot}/tokens/{token} [another's bot]              401      404      404    404   404 404  404  404
GET    /accounts                                               401      403      403    403   403 403  403  200
POST   /accounts [new account]                                 401      403      403    403   403 403  403  201
PATCH  /accounts/{account} [new account]                       401      403      403    403   403 403  403  200
DELETE /accounts/{account} [new account]                       401      403      403    403   403 403  403  204
GET    /accounts/{account}/tokens [new account]                401      403      403    403   403 403  403  200
POST   /accounts/{account}/tokens [new account]                401      403      403    403   403 403  403  201
DELETE /accounts/{account}/tokens/{token} [new account]        401      403      403    403   403 403  403  204
POST   /campaigns [new]                                        401      403      403    403   403 403  403  201
GET    /campaigns                                              401      200      200    200   200 200  200  200
POST   /invitations/{code} [alone]                             201      201      409    409   409 409  201  201
POST   /recoveries/{code} [unknown code]                       404      404      404    404   404 404  404  404
POST   /invitations/{code} [wrong]                             404      404      404    404   404 404  404  404

GET    /analytics                                              401      200      200    200   200 200  200  200
GET    /analytics/{report} [hits]                              401      200      200    200   200 200  200  200
GET    /analytics/{report} [unknown]                           401      404      404    404   404 404  404  404
POST   /imports/{kind} [an empty file]                         401      403      403    403   403 403  403  400

GET    .                                                       401      404      200    200   200 200  200  404
PATCH  . [open]                                                401      404      403    403   403 200  403  404
GET    ./options                                               401      404      200    200   200 200  200  404
GET    ./commands                                              401      404      200    200   200 200  200  404
GET    ./history [a thing]                                     401      404      200    200   200 200  200  404
GET    ./history [a hidden thing]                              401      404      404    404   404 200  404  404
GET    ./explain                                               401      404      200    200   200 200  200  404
GET    ./names                                                 401      404      200    200   200 200  200  404
GET    ./layout                                                401      404      200    200   200 200  200  404
GET    ./members                                               401      404      200    200   200 200  200  404
GET    ./presence                                              401      404      200    200   200 200  200  404
GET    ./members/{member}                                      401      404      200    200   200 200  200  404
PATCH  ./members/{member} [newcomer]                           401      404      403    403   403 200  403  404
DELETE ./members/{member} [newcomer]                           401      404      403    403   403 200  403  404
DELETE ./members/{member} [alone]                              401      404      200    200   200 403  200  404
POST   ./members/{member}/recovery                             401      404      403    403   403 201  403  404
DELETE ./members/{member}/recovery [offered]                   401      404      403    403   403 204  403  404
GET    ./recoveries                                            401      404      403    403   403 200  403  404
GET    ./members/{member}/grants                               401      404      403    403   200 200  200  404
PUT    ./members/{member}/grants/{bot} [oneself]               401      404      204    204   204 204  403  404
PUT    ./members/{member}/grants/{bot} [newcomer]              401      404      403    403   403 403  403  404
DELETE ./members/{member}/grants/{bot} [oneself]               401      404      204    204   204 204  403  404
DELETE ./members/{member}/grants/{bot} [newcomer]              401      404      403    403   403 403  403  404
GET    ./invitations                                           401      404      403    403   403 200  403  404
POST   ./invitations [new]                                     401      404      403    403   403 201  403  404
DELETE ./invitations/{invitation} [open]                       401      404      403    403   403 204  403  404
GET    ./discord-channels                                      401      404      200    200   200 200  200  404
DELETE ./discord-channels/{channel} [not tied]                 401      404      403    403   403 404  403  404
GET    ./webhooks                                              401      404      200    200   200 200  200  404
POST   ./webhooks [new]                                        401      404      201    201   201 201  201  404
GET    ./webhooks/{webhook} [own]                              401      404      200    200   200 200  200  404
DELETE ./webhooks/{webhook} [own]                              401      404      204    204   204 204  204  404
GET    ./webhooks/{webhook} [another's]                        401      404      404    404   404 404  404  404
DELETE ./webhooks/{webhook} [another's]                        401      404      404    404   404 404  404  404
GET    ./webhooks/{webhook}/undelivered [own]                  401      404      200    200   200 200  200  404
POST   ./webhooks/{webhook}/tests [own]                        401      404      201    201   201 201  201  404
POST   ./webhooks/{webhook}/replays [own]                      401      404      201    201   201 201  201  404
PUT    ./webhooks/{webhook}/pause [own]                        401      404      200    200   200 200  200  404
PUT    ./webhooks/{webhook}/pause [another's]                  401      404      404    404   404 404  404  404
DELETE ./webhooks/{webhook}/pause [own]                        401      404      200    200   200 200  200  404
DELETE ./webhooks/{webhook}/pause [another's]                  401      404      404    404   404 404  404  404

GET    ./characters                                            401      404      200    200   200 200  200  404
GET    ./characters/{character} [hero]                         401      404      200    200   200 200  200  404
GET    ./characters/{character} [hidden]                       401      404      404    404   404 200  404  404
GET    ./characters/{character}/history [hero]                 401      404      200    200   200 200  200  404
GET    ./characters/{character}/history [hidden]               401      404      404    404   404 200  404  404
GET    ./characters/{character}/explain [hero]                 401      404      200    200   200 200  200  404
GET    ./characters/{character}/explain [hidden]               401      404      404    404   404 200  404  404
GET    ./encounters                                            401      404      200    200   200 200  200  404
GET    ./encounters/{encounter} [fight]                        401      404      200    200   200 200  200  404
GET    ./encounters/{encounter} [hidden fight]                 401      404      404    404   404 200  404  404
GET    ./encounters/{encounter}/map [fight]                    401      404      200    200   200 200  200  404
GET    ./encounters/{encounter}/map [hidden fight]             401      404      404    404   404 200  404  404
GET    ./encounters/{encounter}/history [fight]                401      404      200    200   200 200  200  404
GET    ./encounters/{encounter}/history [hidden fight]         401      404      404    404   404 200  404  404
GET    ./encounters/{encounter}/explain [fight]                401      404      200    200   200 200  200  404
GET    ./encounters/{encounter}/explain [hidden fight]         401      404      404    404   404 200  404  404
GET    ./enclaves                                              401      404      200    200   200 200  200  404
GET    ./enclaves/{enclave} [den]                              401      404      200    200   200 200  200  404
GET    ./enclaves/{enclave}/roster [den]                       401      404      200    200   200 200  200  404
GET    ./enclaves/{enclave}/log [den]                          401      404      200    200   200 200  200  404
GET    ./enclaves/{enclave}/grids [den]                        401      404      200    200   200 200  200  404
GET    ./enclaves/{enclave}/grids/{target} [den]               401      404      200    200   200 200  200  404
GET    ./enclaves/{enclave} [hidden den]                       401      404      404    404   404 200  404  404
GET    ./enclaves/{enclave}/history [den]                      401      404      200    200   200 200  200  404
GET    ./enclaves/{enclave}/history [hidden den]               401      404      404    404   404 200  404  404
GET    ./enclaves/{enclave}/explain [den]                      401      404      200    200   200 200  200  404
GET    ./enclaves/{enclave}/explain [hidden den]               401      404      404    404   404 200  404  404

POST   ./commands [note]                                       401      404      403    201   201 201  201  404
POST   ./commands [owner's]                                    401      404      403    403   201 201  201  404
POST   ./commands [gm's]                                       401      404      403    403   403 201  403  404
POST   ./commands [on the hidden]                              401      404      403    404   404 201  404  404
POST   ./commands [forced]                                     401      404      403    403   403 201  403  404
POST   ./batches [note]                                        401      404      403    201   201 201  201  404
POST   ./revisions [own newest]                                401      404      403    200   200 200  200  404
POST   ./revisions [gm's]                                      401      404      403    403   403 200  403  404
GET    ./downtime                                              401      404      200    200   200 200  200  404
POST   ./downtime [another]                                    401      404      403    403   403 422  403  404
GET    ./downtime/{phase}                                      401      404      200    200   200 200  200  404
PATCH  ./downtime/{phase} [titled]                             401      404      403    403   403 200  403  404
GET    ./downtime/{phase}/report                               401      404      200    200   200 200  200  404
GET    ./downtime/{phase}/plans/{character} [hero]             401      404      200    200   200 200  200  404
PUT    ./downtime/{phase}/plans/{character} [to rest]          401      404      403    403   200 200  200  404
DELETE ./downtime/{phase}/plans/{character} [planned]          401      404      403    403   204 204  204  404
POST   ./downtime/{phase}/process [foreseen]                   401      404      403    403   403 200  403  404
GET    ./entries                                               401      404      200    200   200 200  200  404
GET    ./entries [as somebody]                                 401      404      403    403   200 200  200  404
GET    ./entries/{entry}                                       401      404      200    200   200 200  200  404
GET    ./decisions                                             401      404      200    200   200 200  200  404
GET    ./stream                                                401      404      200    200   200 200  200  404
GET    ./diff                                                  401      404      200    200   200 200  200  404
POST   ./forks [new]                                           401      404      403    403   403 201  403  404
GET    ./forks                                                 401      404      200    200   200 200  200  404
GET    ./forks/{fork}/compare [fork]                           401      404      200    200   200 200  403  404
POST   ./forks/{fork}/bring-back [fork]                        401      404      403    403   403 200  403  404
GET    ./verification                                          401      404      200    200   200 200  200  404
GET    ./dice                                                  401      404      200    200   200 200  200  404
POST   ./dice/{epoch}/unseal [ended]                           401      404      403    403   403 201  403  404
GET    ./recap                                                 401      404      200    200   200 200  200  404
GET    ./seals                                                 401      404      200    200   200 200  200  404
GET    ./seals/{seal} [unknown]                                401      404      404    404   404 404  404  404
GET    ./catalogue                                             401      404      200    200   200 200  200  404
GET    ./catalogue/{kind}/{entry} [unknown]                    401      404      404    404   404 404  404  404
GET    ./analytics                                             401      404      200    200   200 200  200  404
GET    ./analytics/{report} [hits]                             401      404      200    200   200 200  200  404
GET    ./analytics/{report} [unknown]                          401      404      404    404   404 404  404  404
GET    ./export                                                401      404      200    200   200 200  200  404
POST   ./imports/{kind} [an empty file]                        401      404      403    403   403 400  403  404
GET    ./facts                                                 401      404      200    200   200 200  200  404
"""


class Row(NamedTuple):
    """A line of the table: `path` names its parameters as the route does."""

    method: str
    path: str
    case: str
    expected: dict[str, int]

    def __str__(self) -> str:
        return f"{self.method} {self.path}" + (f" [{self.case}]" if self.case else "")


def rows() -> Iterator[Row]:
    lines = [line for line in TABLE.splitlines() if line.strip()]
    assert tuple(lines[0].split()) == ROLES
    for line in lines[1:]:
        asked, statuses = line[:60], line[60:].split()
        (method, path, *_), case = asked.split(), asked.partition("[")[2].partition("]")[0]
        yield Row(method, path, case, dict(zip(ROLES, map(int, statuses), strict=True)))
