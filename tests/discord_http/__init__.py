"""A Discord on this machine's own address: HTTP, gateway and interactions, over real sockets.

The tests of the transport, those that kill processes and the load bench all talk to this one. The simulator, which
has no sockets, takes from here what Discord can answer. `stand_in.StandIn` is the server, `answers.ANSWERS` the
table of everything that can go wrong on the way.
"""
