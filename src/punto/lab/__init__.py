"""What a test house asks for, made by one command and listed in its own index.

Begin with `build_pack`. `pack` is the folder with its list of files; each other file makes one part of it.
`randomness` has shuffled shoes and their tests, `release` sources, builds and changes, `clauses` the points of the
standards with the tests that hold them. It stands above the server, because it plays on a real one.
"""
