"""`1 table`, `2 tables`: a number with what it counts."""


def numbered(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
