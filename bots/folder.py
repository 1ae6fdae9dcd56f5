"""A bot's Python file with the modules beside it, whatever they are called.

A bot may have an `engine.py` of its own, and so may its opponent in the same process. Each folder
is therefore a package with a made-up name, and what its files import is looked for in the folder
first, as Python does for a program that it starts. Nobody else's imports ever end there.
"""

import builtins
import hashlib
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Final


def load(path: Path) -> ModuleType:
    """Run a bot's file, always anew. Raises whatever that raises."""
    package = _package(path.resolve().parent)
    name = f"{package}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path, loader=_Loader(name, str(path)))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    _Loader(name, str(path)).exec_module(module)
    return module


def _package(folder: Path) -> str:
    """The package that stands for a folder; made when it is first asked for."""
    name = f"bot_{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        sys.modules[name] = importlib.util.module_from_spec(spec)
        _folders[name] = str(folder)
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    return name


_folders: Final[dict[str, str]] = {}


class _Finder(MetaPathFinder):
    """Finds the modules of bots' folders, and nothing else."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] not in _folders:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


_finder: Final = _Finder()


class _Loader(SourceFileLoader):
    """Runs a module that sees its own folder first."""

    def exec_module(self, module: ModuleType) -> None:
        package = self.name.partition(".")[0]
        seen = {**vars(builtins), "__import__": _Importer(package)}
        module.__dict__["__builtins__"] = seen
        super().exec_module(module)


class _Importer:
    """`__import__` for the modules of one folder."""

    def __init__(self, package: str) -> None:
        self._package: Final = package
        self._own: Final[dict[str, bool]] = {}

    def __call__(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        top = name.partition(".")[0]
        if level or not self._is_own(top):
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        found = builtins.__import__(f"{self._package}.{name}", globals, locals, fromlist or (), 0)
        return found if fromlist else sys.modules[f"{self._package}.{top}"]

    def _is_own(self, top: str) -> bool:
        if top not in self._own:
            self._own[top] = self._is_in_folder(top)
        return self._own[top]

    def _is_in_folder(self, top: str) -> bool:
        if top in sys.builtin_module_names:
            return False
        spec = PathFinder.find_spec(top, [_folders[self._package]])
        if spec is None:
            return False
        # A folder that merely has the name, without an __init__.py, comes after everything else.
        return spec.has_location or PathFinder.find_spec(top) is None
