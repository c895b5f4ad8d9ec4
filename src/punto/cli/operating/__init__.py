"""Commands for whoever runs a floor: it is served, kept, checked and handed to its staff."""
