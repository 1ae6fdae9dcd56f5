"""What owners do with studies: calls to the arbiter with their token."""

import uuid

from pentarch.arbiter.studies.drafts import StudyDraft
from pentarch.arbiter.studies.messages import message_of
from pentarch.arbiter.v1 import studies_pb2 as pb
from pentarch.arbiter.v1.studies_pb2_grpc import StudyServiceStub
from pentarch.dashboard.service import PATIENCE, calling, known


def create(token: str, draft: StudyDraft) -> str:
    """Keep a new study; its id. Raises Refused."""
    request = pb.CreateStudyRequest(request_id=str(uuid.uuid4()), study=message_of(draft))
    with calling() as channel:
        stub = StudyServiceStub(channel)
        return stub.CreateStudy(request, timeout=PATIENCE, metadata=known(token)).study.id


def update(token: str, id: str, revision: int, draft: StudyDraft) -> None:
    """Write a study anew. Raises Refused."""
    request = pb.UpdateStudyRequest(id=id, revision=revision, study=message_of(draft))
    with calling() as channel:
        StudyServiceStub(channel).UpdateStudy(request, timeout=PATIENCE, metadata=known(token))


def delete(token: str, id: str) -> None:
    """Forget a study. Raises Refused."""
    request = pb.DeleteStudyRequest(id=id)
    with calling() as channel:
        StudyServiceStub(channel).DeleteStudy(request, timeout=PATIENCE, metadata=known(token))


def own(token: str) -> list[tuple[str, str]]:
    """The newest studies of whoever has the token: ids and titles. Raises Refused."""
    request = pb.ListStudiesRequest(own=True, page_size=200)
    with calling() as channel:
        found = StudyServiceStub(channel).ListStudies(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return [(study.id, study.title) for study in found.studies]
