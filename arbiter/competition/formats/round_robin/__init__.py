"""Round robin: everybody meets everybody."""
