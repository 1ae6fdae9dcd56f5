"""Generate the Python stubs: `python proto/generate.py [FOLDER]` (default: the project's root).

protoc comes with grpcio-tools; mypy-protobuf writes the type stubs, which carry the comments of
the protocol as docstrings and, unlike protoc's own, also type the services. What protoc writes for
an experimental way of calling, which is not used, is left out, its look at gRPC's version, and the
comments where they would stand again: they take room in every bot author's install.
"""

import re
import sys
import sysconfig
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

PROTO = Path(__file__).parent
WELL_KNOWN = Path(grpc_tools.__file__).parent / "_proto"
EXPERIMENTAL = re.compile(
    r"\n\n # This class is part of an EXPERIMENTAL API\.\nclass .*?(?=\n\nclass |\Z)", re.DOTALL
)
# What is installed with the project fits.
VERSION = re.compile(r"\nGRPC_GENERATED_VERSION = .*?\n    \)\n", re.DOTALL)
UNUSED = "import warnings\n"
COMMENT = re.compile(r'^ +""".*?"""\n', re.DOTALL | re.MULTILINE)


def generate(folder: Path) -> None:
    """Write the stubs of all .proto files below `folder`. Raises RuntimeError."""
    scripts = Path(sysconfig.get_path("scripts"))
    arguments = [
        "protoc",
        f"--proto_path={PROTO}",
        f"--proto_path={WELL_KNOWN}",
        f"--plugin=protoc-gen-mypy={scripts / 'protoc-gen-mypy'}",
        f"--plugin=protoc-gen-mypy_grpc={scripts / 'protoc-gen-mypy_grpc'}",
        f"--python_out={folder}",
        f"--grpc_python_out={folder}",
        f"--mypy_out=quiet:{folder}",
        f"--mypy_grpc_out=quiet:{folder}",
        *sources(),
    ]
    if protoc.main(arguments) != 0:
        raise RuntimeError("protoc failed")
    for source in sources():
        path = (folder / source).with_suffix("")
        stubs = path.with_name(f"{path.name}_pb2_grpc.py")
        if stubs.exists():
            text = EXPERIMENTAL.sub("\n", stubs.read_text()).replace(UNUSED, "")
            stubs.write_text(COMMENT.sub("", VERSION.sub("", text)))


def sources() -> list[str]:
    """The .proto files, relative to this folder."""
    return sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))


if __name__ == "__main__":
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else PROTO.parent)
