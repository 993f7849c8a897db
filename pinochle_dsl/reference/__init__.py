"""The reference of the rules language, made from the model.

`python -m pinochle_dsl.reference` writes `docs/reference.md` and `rules/variant.schema.json` anew after a
change of the model, the grammar, the names of formulas or the examples; tests fail while either is stale.

`words.py` says what the words of phrases mean, `examples.yaml` shows every key at work.  Whether this version
plays what an example shows is asked of the compiler, never written down.
"""
