"""What others see of a player, a copy of one's own data, and their erasure."""
