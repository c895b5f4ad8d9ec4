"""The shell around the pure core: storage now, sockets and timers later."""
