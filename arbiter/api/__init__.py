"""The gRPC services of the arbiter: thin, typed at the border, and nothing else knows gRPC."""
