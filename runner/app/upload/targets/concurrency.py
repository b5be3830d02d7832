"""Several steps at once, with a limit."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

Step = Callable[[], Awaitable[None]]


async def together(steps: Iterable[Step], at_once: int) -> None:
    """Await steps, at most so many `at_once`. If one of them raises, those that have begun are
    cancelled, and an ExceptionGroup with what it raised is raised."""
    free = asyncio.Semaphore(at_once)

    async def one(step: Step) -> None:
        async with free:
            await step()

    async with asyncio.TaskGroup() as tasks:
        for step in steps:
            tasks.create_task(one(step))


def first(reason: BaseException) -> BaseException:
    """Return the first exception in a group, or what is no group as it is."""
    while isinstance(reason, BaseExceptionGroup):
        reason = reason.exceptions[0]
    return reason
