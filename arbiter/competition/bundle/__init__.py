"""Bundles: a whole tournament in one signed file that anybody can check without the arbiter.

A bundle is a zip archive, not compressed further, with

    manifest.json        what was played and what came of it, with the SHA-256 of every record
    signature            Ed25519 over the bytes of the manifest
    records/ID.pentarch  the record of every match that counts

The manifest names the public key. Whoever wants to know that a certain arbiter signed compares the
key's fingerprint with one that came from there. The store writes bundles (`store.bundles`).
"""
