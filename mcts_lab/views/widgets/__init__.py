"""The interactive parts: models in plain Python, and one stage that shows them.

`watch` a search, `play` against one, step through `alpha_beta`, look through the `lens` of hidden information, move
the `rewards` of outcomes, turn the `dial` of exploration, find `bugs`. Each can be stepped from Python, shown in a
notebook, and saved as a page that needs no kernel, as an animation or as a picture (``model.save("lesson.html")``).
Everything works by keyboard, pictures have alternative text, and what goes wrong is said in the widget itself.
"""
