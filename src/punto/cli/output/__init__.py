"""What commands print and write: tables, roads in the terminal, files, and the QR code of an address.

Begin with `terminal`.
"""
