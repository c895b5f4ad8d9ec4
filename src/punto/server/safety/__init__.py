"""What protects the floor from the network: cookies, origins, rate limits, headers.

Touches only the configuration. Begin with `rate_limit.py` or `origin.py`.
"""
