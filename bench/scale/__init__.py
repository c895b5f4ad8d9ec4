"""What a floor of any size needs: unit costs, the model that multiplies them, and a simulation that checks the model.

`python -m bench.scale` prints the tables of docs/scale.md. Begin with `model.py`.
"""
