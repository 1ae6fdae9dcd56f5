"""A bot that asks a language model, over the chat interface that most of them offer."""
