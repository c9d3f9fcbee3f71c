"""A stand-in for Discord on this machine: HTTP, gateway and interactions over real sockets.

The tests of the transport, the tests that kill processes and the load bench all connect to it. The simulator,
which doesn't use sockets, takes Discord's answers from here. `stand_in.StandIn` is the server,
`answers.ANSWERS` the table of everything that can go wrong with a request.
"""
