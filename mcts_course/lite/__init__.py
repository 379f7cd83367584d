"""The lessons in a browser with nothing installed: JupyterLite and Pyodide, as files of the website.

``mcts-lab site --lab`` writes them into the folder `lab/` of the site (`build`); docs/web.md says how they work.
Everything of Pyodide is checked against the hashes of its own list (`wheels`), and `versions.toml` says which versions.
"""
