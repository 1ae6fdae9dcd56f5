"""Compile the engine and the bots that search by it with mypyc: as the wheel's build hook, and by
hand into a folder.

    python deploy/compilation.py build/compiled

makes `build/compiled/pentarch`: engine and bots, each compiled module beside its source, and links
to everything else. What bots are written with (`bots.sdk`) stays Python. A wheel gets the compiled
modules if mypyc and a C compiler are there; otherwise it is built interpreted and says so.
`PENTARCH_COMPILE=0` builds interpreted on purpose, `PENTARCH_COMPILE=1` makes a failure an error.
Compiling takes minutes, and prints a line for every unit that is done; pip shows them with
`pip install --verbose`.
"""

import os
import shutil
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Any, Final

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # by hand, without the build backend
    BuildHookInterface = object  # type: ignore[assignment, misc]

ROOT: Final = Path(__file__).resolve().parent.parent
ENGINE: Final = Path("pentarch", "engine")
BOTS: Final = Path("pentarch", "bots")
# Of the bots what playouts are made of: the greedy bots of all rulesets, and these beside them.
GREEDY: Final = BOTS / "greedy"
SEARCH: Final = tuple(
    BOTS / name for name in ("evaluation.py", "lines.py", "mcts.py", "playout.py")
)
# And of the expert what appraises positions and plays the matches that it learns from.
EXPERT: Final = BOTS / "expert"
LEARNED: Final = ("bot.py", "features/*.py", "lessons.py", "model.py")
# How mypyc names the library of a unit. Beside it there is a stub for every module.
_LIBRARY: Final = "__mypyc"
_INIT: Final = "__init__.py"
# These two doors lead to everything. It is not mypy's business here, where nothing of it is used,
# and not all that the rest needs is installed.
_CONFIGURATION: Final = """
[mypy]
[mypy-pentarch,pentarch.bots.sdk]
follow_imports = skip
"""


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc, valid-type, type-arg, unused-ignore]
    """Adds what is compiled to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by the build backend before it collects files."""
        wish = os.environ.get("PENTARCH_COMPILE", "")
        if version == "editable" or wish == "0":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="pentarch-compiled-"))
        try:
            compile_all(self.folder)
        except BaseException as error:
            if wish == "1":
                raise
            self.app.display_warning(f"nothing is compiled, it runs interpreted: {error}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in self.folder.rglob("*.so"):
            build_data["force_include"][str(path)] = str(path.relative_to(self.folder))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is written."""
        shutil.rmtree(getattr(self, "folder", ""), ignore_errors=True)


def compile_all(target: Path, root: Path = ROOT) -> None:
    """Copy engine and bots below `root` to `target` and compile them there. Raises RuntimeError."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise RuntimeError(f"there is no C compiler ({compiler})")
    from mypyc.build import mypycify

    shutil.rmtree(target / "pentarch", ignore_errors=True)
    (target / "pentarch").mkdir(parents=True)
    for part in (root / "pentarch").iterdir():
        if part.name not in (ENGINE.name, BOTS.name, "__pycache__"):
            (target / "pentarch" / part.name).symlink_to(part.resolve())
    for package in (ENGINE, BOTS):
        if (root / package).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(root / package, target / package, ignore=ignored)
    before = Path.cwd()
    os.chdir(target)
    try:
        units = _units()
        sources = [source for names, _ in units for source in names]
        level = os.environ.get("PENTARCH_OPT_LEVEL", "2")
        _say(f"checking {len(sources)} modules and translating them to C")
        Path("mypy.ini").write_text(_CONFIGURATION)
        options = ["--strict", "--config-file=mypy.ini"]
        try:
            modules = mypycify(
                [*options, *sources], opt_level=level, debug_level="0", separate=units
            )
        except SystemExit as error:
            raise RuntimeError("mypy does not accept it and says why above") from error
        for module in modules:
            # What a unit keeps to itself can be inlined, mypyc's own functions above all.
            module.extra_compile_args = [*module.extra_compile_args, "-fvisibility=hidden"]
            if sys.platform == "linux":
                # Names that only a debugger would look at are an eighth of what is installed.
                module.extra_link_args = [*module.extra_link_args, "-Wl,--strip-all"]
        try:
            _build(modules)
        except Exception as error:
            raise RuntimeError(f"the C compiler ({compiler}) failed, it says why above") from error
    finally:
        os.chdir(before)
        shutil.rmtree(target / "build", ignore_errors=True)


def _build(modules: list[Any]) -> None:
    """Let the C compiler make the modules, each beside its source."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    units = [module.name for module in modules if module.name.endswith(_LIBRARY)]
    done: list[str] = []

    class Build(build_ext):
        """Says which units are done."""

        def build_extension(self, extension: Any) -> None:
            began = time.perf_counter()
            super().build_extension(extension)
            if extension.name in units:
                done.append(extension.name)
                name = extension.name.removesuffix(_LIBRARY)
                seconds = time.perf_counter() - began
                _say(f"compiled {name} ({len(done)} of {len(units)}) in {seconds:.0f} s")

    _say(f"compiling {len(units)} units, {os.cpu_count()} at a time")
    settings = {"name": "pentarch", "ext_modules": modules, "cmdclass": {"build_ext": Build}}
    command = Distribution(settings).get_command_obj("build_ext")
    # Options of `build_ext`, which the type of a command does not name.
    command.inplace = True  # type: ignore[attr-defined, unused-ignore]
    command.parallel = os.cpu_count()  # type: ignore[attr-defined, unused-ignore]
    command.ensure_finalized()
    command.run()


def _units() -> list[tuple[list[str], str | None]]:
    """What the C compiler gets at a time: each ruleset, its greedy bot, and what they share.

    All at once takes it several times as long, and one core only. Packages themselves stay Python:
    mypyc would look for their modules beside the unit's library, not below `pentarch`.
    """
    units: dict[str, list[str]] = {}
    for path in sorted(ENGINE.rglob("*.py")):
        unit = path.parts[2] if len(path.parts) > 3 else "shared"
        units.setdefault(f"engine_{unit}", []).append(str(path))
    for path in sorted(GREEDY.rglob("*.py")):
        unit = path.parts[3] if len(path.parts) > 4 else "shared"
        units.setdefault(f"greedy_{unit}", []).append(str(path))
    units["search"] = [str(path) for path in SEARCH if path.exists()]
    learned = [path for pattern in LEARNED for path in sorted(EXPERT.glob(pattern))]
    units["expert"] = [str(path) for path in learned]
    plain = {
        unit: [name for name in names if not name.endswith(_INIT)] for unit, names in units.items()
    }
    return [(names, f"pentarch.{unit}") for unit, names in plain.items() if names]


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    compile_all(Path(sys.argv[1]).resolve())
