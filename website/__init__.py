"""The documentation site: pages out of the code, pages out of docs/, and the checks of both."""
