"""Run by an interpreter that has lagent 0.1.2: cells in the real interpreter of OpenCompass' repository.

Usage: interpret.py INTERPRETER.py DATASOURCES PICTURES; reads a JSON list of cells and prints, for each, a JSON list of
the answer's text, the links to its pictures and the error. The kernel is the one that Jupyter finds as python3.
"""

import json
import os
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from types import ModuleType


def hollow(name: str) -> None:
    """Put a package in place without running its ``__init__.py``, which imports clients of models."""
    module = ModuleType(name)
    spec = find_spec(name)
    module.__path__ = list((spec and spec.submodule_search_locations) or ())
    sys.modules[name] = module


def main(file: str, datasources: str, pictures: str) -> None:
    """Run all cells in one kernel, each given as an agent gives it."""
    os.environ["CODE_INTERPRETER_WORK_DIR"] = pictures
    hollow("lagent")
    hollow("lagent.actions")
    spec = spec_from_file_location("ipython_interpreter", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    interpreter = module.IPythonInterpreter(user_data_dir=datasources)
    answers = []
    for code in json.load(sys.stdin):
        reply = interpreter(f"```python\n{code}\n```\n")
        result = reply.result or {"text": "", "image_path": ""}
        answers.append([result["text"], result["image_path"], reply.errmsg or ""])
    sys.stdout.write(json.dumps(answers))
    interpreter.kernel_manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
