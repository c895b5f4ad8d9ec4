"""What stands between the network and the floor: cookies, origins, rates, headers.

Touches nothing but the configuration. Begin with `rate_limit.py` or `origin.py`.
"""
