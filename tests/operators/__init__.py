"""What an operator can get wrong, and what they're told."""
