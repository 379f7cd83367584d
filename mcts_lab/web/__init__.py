"""Searches in a web page: the same Python, compiled to WebAssembly.

``wasm(game, methods)`` compiles rules and searches to a module that grows the same trees as the native search, bit
for bit. How it works stands in docs/web.md.
"""

from .export import Wasm, wasm

__all__ = ["Wasm", "wasm"]
