"""Around a call: the caller, admission, progress, prompts and completions."""
