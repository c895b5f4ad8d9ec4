"""Everything that atoms can see of a coup, worked out without dealing billions of them. Begin with `seen_hands.py`."""
