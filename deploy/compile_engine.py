"""Compile `engine` with mypyc: as the wheel's build hook, and by hand into a folder for the tests.

    python deploy/compile_engine.py build/compiled

makes `build/compiled/pentarch`: the engine compiled, its modules beside their sources, and links
to everything else. In a wheel the
compiled modules are added when mypyc and a C compiler are there; otherwise the wheel is built
interpreted and says so. `PENTARCH_COMPILE=0` builds interpreted on purpose, `PENTARCH_COMPILE=1`
makes a failure an error.
"""

import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # by hand, without the build backend
    BuildHookInterface = object  # type: ignore[assignment, misc]

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("pentarch", "engine")


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc, valid-type, type-arg, unused-ignore]
    """Adds the compiled engine to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by the build backend before it collects files."""
        wish = os.environ.get("PENTARCH_COMPILE", "")
        if version == "editable" or wish == "0":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="pentarch-engine-"))
        try:
            compile_engine(self.folder)
        except BaseException as error:
            if wish == "1":
                raise
            self.app.display_warning(f"engine is not compiled, it runs interpreted: {error}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in self.folder.rglob("*.so"):
            build_data["force_include"][str(path)] = str(path.relative_to(self.folder))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called when the wheel is written."""
        shutil.rmtree(getattr(self, "folder", ""), ignore_errors=True)


def compile_engine(target: Path) -> None:
    """Copy the engine to `target` and compile it there. Raises RuntimeError when that fails."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        raise RuntimeError(f"there is no C compiler ({compiler})")
    from mypyc.build import mypycify
    from setuptools import Distribution

    shutil.rmtree(target / "pentarch", ignore_errors=True)
    (target / "pentarch").mkdir(parents=True)
    for part in (ROOT / "pentarch").iterdir():
        if part.name not in ("engine", "__pycache__"):
            (target / "pentarch" / part.name).symlink_to(part.resolve())
    shutil.copytree(ROOT / PACKAGE, target / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
    before = Path.cwd()
    os.chdir(target)
    try:
        units = _units()
        sources = [source for names, _ in units for source in names]
        level = os.environ.get("PENTARCH_OPT_LEVEL", "2")
        modules = mypycify(["--strict", *sources], opt_level=level, debug_level="0", separate=units)
        for module in modules:
            # What a unit keeps to itself can be inlined, mypyc's own functions above all.
            module.extra_compile_args = [*module.extra_compile_args, "-fvisibility=hidden"]
        build = Distribution({"name": "engine", "ext_modules": modules}).get_command_obj(
            "build_ext"
        )
        build.inplace = True  # type: ignore[attr-defined, unused-ignore]
        build.parallel = os.cpu_count()  # type: ignore[attr-defined, unused-ignore]
        build.ensure_finalized()
        try:
            build.run()
        except Exception as error:
            raise RuntimeError(f"the C compiler ({compiler}) failed, it says why above") from error
    finally:
        os.chdir(before)
        shutil.rmtree(target / "build", ignore_errors=True)


def _units() -> list[tuple[list[str], str | None]]:
    """What the C compiler gets at a time: each ruleset, and what they share.

    All of the engine at once takes it several times as long, and one core only.
    """
    units: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        unit = path.parts[2] if len(path.parts) > 3 else "shared"
        units.setdefault(unit, []).append(str(path))
    return [(sources, f"pentarch.engine_{unit}") for unit, sources in units.items()]


if __name__ == "__main__":
    compile_engine(Path(sys.argv[1]).resolve())
