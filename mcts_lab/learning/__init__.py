"""What can be learned beforehand, and used by searches: bandit data, networks that say what to prune."""
