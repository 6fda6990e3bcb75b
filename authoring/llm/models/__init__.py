"""The registry of models: each module opens the models of one kind of name, as `base.ModelProvider` says.

The name of a module is the prefix of the names that it serves: ``scripted:FOLDER`` is opened by `scripted`. `openai`
also serves every name without the prefix of another member.
"""
