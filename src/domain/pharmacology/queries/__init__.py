"""Queries for ligands and targets: what their words mean.

`sentences` reads sentences about one ligand or target (`what does imatinib inhibit?`). All other queries for ligands,
such as `approved inhibitors of JAK2`, become plans:

1. `mechanism_queries.read` takes out what narrows the list (`approved`), with `pharmacology/ligand_filters`.
2. `rephrasing` writes the rest as a mechanism: `inhibitors of JAK2` as `JAK2 inhibitors`.
3. The plan names a class of drugs (`class_queries`, `drug_class_table`), or actions on a target or several
   (`target_lists`).
4. `target_lookup_steps` says how a target is looked up by its name. A search for targets begins here.
5. `adapters/local/pharmacology/mechanisms` follows the plan; `ligand_choice` selects among what acts on the targets.
"""
