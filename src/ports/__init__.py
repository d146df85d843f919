"""What the use cases ask of the outside, one Protocol per capability."""
