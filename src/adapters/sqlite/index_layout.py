"""The tables of a release's SQLite file."""

from biofacts.domain.search.index import Field

# The FTS5 tables are contentless: the texts are never read back. Stems have no positions (`detail=column`), since no
# phrase is searched among them. Texts are folded before they come here, so that the plain ASCII tokenizer is enough.
LAYOUT = """
CREATE TABLE entries (document INTEGER PRIMARY KEY, key TEXT UNIQUE, category TEXT, summary BLOB);
CREATE TABLE records (document INTEGER PRIMARY KEY, body BLOB);
CREATE TABLE numbers (name TEXT PRIMARY KEY, of_documents BLOB);
CREATE VIRTUAL TABLE texts USING fts5({columns}, content='', columnsize=0, tokenize='ascii');
CREATE VIRTUAL TABLE stems USING fts5({columns}, content='', columnsize=0, detail=column, tokenize='ascii');
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(texts, 'row');
CREATE TABLE spellings (length INTEGER PRIMARY KEY, words TEXT);
CREATE TABLE names (compact TEXT, document INTEGER, field INTEGER, PRIMARY KEY (compact, document)) WITHOUT ROWID;
CREATE TABLE exact_terms (term INTEGER, document INTEGER, PRIMARY KEY (term, document)) WITHOUT ROWID;
CREATE TABLE synonyms (phrase TEXT, row INTEGER, PRIMARY KEY (phrase, row)) WITHOUT ROWID;
CREATE INDEX synonym_rows ON synonyms (row);
""".format(columns=", ".join(field.name for field in Field))
"""`summary`, `body` and `of_documents` start with a checksum. `term` is a hash (see `term_number`)."""
