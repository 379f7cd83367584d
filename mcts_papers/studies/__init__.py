"""Studies of this project that replicate no paper."""
