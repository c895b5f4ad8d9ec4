"""What stands between the network and the floor: cookies, origins, rates, sizes, headers."""
