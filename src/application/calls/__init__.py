"""Everything around a call: its caller, limits, progress, prompts and completions."""
