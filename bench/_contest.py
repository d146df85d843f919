"""A contest: contenders are asked the same questions in turn, and their times, requests and answers are counted."""

import statistics
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import NamedTuple

import anyio
from _standin import Log
from _table import milliseconds, percent
from _truth import Question
from _verdicts import tell

HEAD = (
    "task", "by", "first s", "requests", "next ms", "requests", "again ms", "right first", "right in 5", "wrong in 5",
    "lost", "false",
)  # fmt: skip
_AGAIN = 10
_HOPELESS = 3

Ask = Callable[[Question], Awaitable[Sequence[str]]]


class Contender(NamedTuple):
    """`opened`: a life of its own. `cold`: it has a first question. `judged`: its answers count.

    `gone`: what it asks is there no more, so that it fails outside of these benchmarks, too.
    """

    name: str
    opened: Callable[[], AbstractAsyncContextManager[Ask]]
    cold: bool = True
    judged: bool = True
    gone: bool = False


class Task(NamedTuple):
    """`exact`: whatever an answer holds beside what is right is false, and whatever it lacks is lost."""

    name: str
    questions: Sequence[Question]
    contenders: Sequence[Contender]
    exact: bool = False


class Score:
    """What one contender did in one task."""

    def __init__(self, contender: Contender, task: Task) -> None:
        self.contender = contender
        self.task = task
        self.first: list[float] = []
        self.next: list[float] = []
        self.again: list[float] = []
        self.requests: list[tuple[int, int]] = []
        self.next_requests: list[int] = []
        self.judged = self.top1 = self.top5 = self.wrong = self.lost = self.false = self.whole = self.empty = 0
        self.failures: dict[str, int] = defaultdict(int)

    @property
    def hopeless(self) -> bool:
        """True for who fails at its first questions and is asked no more."""
        return self.contender.judged and sum(self.failures.values()) >= _HOPELESS and not self.judged

    async def ask(self, ask: Ask, question: Question) -> tuple[float, Sequence[str]]:
        """The seconds and the answers; none when it fails."""
        started = time.perf_counter()
        try:
            answers = await ask(question)
        except Exception as error:
            self.failures[f"{type(error).__name__}: {error}"] += 1
            answers = ()
        return time.perf_counter() - started, answers

    def judge(self, question: Question, answers: Sequence[str]) -> None:
        five = answers[:5]
        self.judged += 1
        self.top1 += bool(answers) and answers[0] in question.first
        self.top5 += any(one in question.right for one in five)
        self.wrong += sum(one not in question.right for one in five)
        self.lost += len(question.right - set(answers))
        self.false += len(set(answers) - question.right)
        self.whole += set(answers) == question.right
        self.empty += not answers

    def tell(self) -> None:
        """Its verdict: an exact answer is right as a whole, another by its first candidate.

        None for who failed at everything here, but would not elsewhere.
        """
        failed = sum(self.failures.values())
        if self.hopeless and self.contender.gone:
            tell(self.task.name, failed, 0, 0, self.contender.name)
        elif self.contender.judged and (self.contender.gone or failed < self.judged):
            right = self.whole if self.task.exact else self.top1
            tell(self.task.name, self.judged, right, self.judged - right - self.empty, self.contender.name)

    def row(self) -> list[object]:
        before, behind = self.requests[0] if self.requests else (None, 0)
        judged = self.judged if self.contender.judged and not self.hopeless else 0
        return [
            self.task.name,
            self.contender.name,
            f"{statistics.median(self.first):.2f}" if self.first else None,
            f"{before} (+{behind - before})" if before is not None and behind > before else before,
            milliseconds(statistics.median(self.next)) if self.next else None,
            f"{statistics.mean(self.next_requests):.1f}" if self.next_requests else None,
            milliseconds(statistics.median(self.again)) if self.again else None,
            percent(self.top1, judged) if judged else None,
            percent(self.top5, judged) if judged else None,
            f"{self.wrong / judged:.1f}" if judged else None,
            self.lost if judged and self.task.exact else None,
            self.false if judged and self.task.exact else None,
        ]


async def measure(task: Task, log: Log, rounds: int) -> list[Score]:
    """The scores of all contenders; `rounds` first questions, each in a life of its own."""
    scores = [Score(contender, task) for contender in task.contenders]
    for question in task.questions[:rounds]:
        for score in scores:
            if score.contender.cold and not score.hopeless:
                await _first(score, question, log)
    async with AsyncExitStack() as stack:
        lives = [
            (score, await stack.enter_async_context(score.contender.opened())) for score in scores if not score.hopeless
        ]
        for score, ask in lives:
            await score.ask(ask, task.questions[0])
        await anyio.sleep(5)  # whatever is fetched behind a first answer
        await _in_turn(lives, task.questions[1:], log)
    return scores


async def _first(score: Score, question: Question, log: Log) -> None:
    """A first question in a life of its own."""
    log.clear()
    async with score.contender.opened() as ask:
        log.clear()
        took, _ = await score.ask(ask, question)
        score.first.append(took)
        before = len(log.requests())
    score.requests.append((before, len(log.requests())))


async def _in_turn(lives: Sequence[tuple[Score, Ask]], questions: Sequence[Question], log: Log) -> None:
    for question in questions:
        for score, ask in lives:
            log.clear()
            took, answers = await score.ask(ask, question)
            score.next.append(took)
            score.next_requests.append(len(log.requests()))
            score.judge(question, answers)
    for question in questions[:_AGAIN]:
        for score, ask in lives:
            await score.ask(ask, question)  # so that it is the last one asked, too
            score.again.append((await score.ask(ask, question))[0])
