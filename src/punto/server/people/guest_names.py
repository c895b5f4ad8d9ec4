"""Names of guests: an adjective and a bird, such as Quiet Heron. Once most pairs are in use, a number follows.

Nobody registers such a name.
"""

from collections.abc import Awaitable, Callable
from itertools import count
from random import Random

from punto.server.people.names import folded

ADJECTIVES_TEXT = """
    Able Amber Autumn Bold Brave Bright Brisk Calm Candid Clever Coral Cosy Crisp Daring Dawn Deft Eager Early Fair
    Fleet Fond Gentle Glad Golden Grand Happy Honest Humble Ivory Jolly Keen Kind Lively Loyal Lucky Mellow Merry
    Mild Misty Modest Neat Noble Nimble Patient Placid Polite Prompt Proud Quick Quiet Rapid Ready Serene Silver
    Smart Snowy Steady Still Sunny Swift Tidy Tranquil Vivid Warm Wise Witty
"""
BIRDS_TEXT = """
    Avocet Bittern Bluebird Bunting Bustard Chaffinch Cormorant Crane Curlew Dipper Dove Dunlin Eagle Egret Falcon
    Finch Flamingo Gannet Goldfinch Goshawk Grebe Grouse Harrier Hawk Heron Hoopoe Ibis Jackdaw Kestrel Kingfisher
    Kite Lapwing Lark Linnet Magpie Mallard Martin Merlin Nightjar Nuthatch Oriole Osprey Owl Partridge Pelican
    Petrel Pipit Plover Puffin Quail Raven Redstart Robin Sandpiper Skylark Sparrow Starling Stork Swallow Swan
    Swift Teal Tern Thrush Turnstone Wagtail Warbler Wren
"""
ADJECTIVES, BIRDS = tuple(ADJECTIVES_TEXT.split()), tuple(BIRDS_TEXT.split())
TRIES = 8  # pairs tried before the number rises
PAIRS = frozenset((first.casefold(), second.casefold()) for first in ADJECTIVES for second in BIRDS)


async def free_guest_name(is_taken: Callable[[str], Awaitable[bool]], random: Random) -> str:
    for number in count(1):
        for _ in range(TRIES):
            name = f"{random.choice(ADJECTIVES)} {random.choice(BIRDS)}{f' {number}' if number > 1 else ''}"
            if not await is_taken(name):
                return name
    raise AssertionError("numbers do not end")


def is_like_a_guest(name: str) -> bool:
    words = folded(name).split()
    has_number = len(words) == 3 and words[2].isdecimal()
    return (len(words) == 2 or has_number) and (words[0], words[1]) in PAIRS
