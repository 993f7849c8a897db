"""A Dask cluster of this machine: the same figures, workers that are killed, workers of another version."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from interpreter import paired, simulate, tournament, working
from interpreter.cluster import NoClusterError, cluster
from interpreter.running import Run, steps
from interpreter.working import WrongVersionError
from tests.interpreter import programs as p
from tests.stopping import PATIENCE

distributed = pytest.importorskip("distributed")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def local():
    made = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50, host="127.0.0.1"
    )
    yield made
    closing = threading.Thread(target=made.close, daemon=True)  # a cluster that does not end must not hold up the rest
    closing.start()
    closing.join(PATIENCE)


def worker_pids(address: str) -> list[int]:
    with distributed.Client(address, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def test_a_cluster_gives_the_same_figures(local):
    program = p.partnership()
    whole = simulate(program, 2000, 4, ("basic", "random"))
    with cluster(local.scheduler_address) as (executor, workers):
        assert workers == 2
        assert simulate(program, 2000, 4, ("basic", "random"), jobs=workers, executor=executor) == whole
        run = Run(program, 4, ("basic",), 0, 300, rows="csv")
        rows = b"".join(step.rows for step in steps(run, workers, executor))
    assert rows == b"".join(step.rows for step in steps(run))


def test_a_cluster_compares_and_holds_tournaments(local):
    programs = [p.partnership(), p.partnership(exchange=None), p.two_handed()]
    whole, contest = paired(programs, 400, 4), tournament(p.three_handed(), ("basic", "random"), 600, 4)
    with cluster(local.scheduler_address) as (executor, workers):
        assert paired(programs, 400, 4, jobs=workers, executor=executor) == whole
        found = tournament(p.three_handed(), ("basic", "random"), 600, 4, jobs=workers, executor=executor)
    assert found == contest


@pytest.mark.skipif(os.name == "nt", reason="kills as Unix does")
@pytest.mark.parametrize("compares", [False, True])
def test_a_killed_worker_costs_its_share_of_time_alone(local, monkeypatch, compares):
    monkeypatch.setattr("interpreter.running.SECONDS", 0.05)
    program = p.partnership()

    def play(**how):
        if compares:
            return paired([program, p.partnership(exchange=None)], 6_000, 2, **how)
        return simulate(program, 20_000, 2, **how)

    whole = play()
    before = set(worker_pids(local.scheduler_address))
    told: list[int] = []
    killed = threading.Event()

    def kill() -> None:
        os.kill(min(before), signal.SIGKILL)
        killed.set()

    def progress(done: int) -> None:
        if not told:
            threading.Timer(0.05, kill).start()
        told.append(done)

    with cluster(local.scheduler_address) as (executor, workers):
        assert play(jobs=workers, executor=executor, progress=progress) == whole
    assert killed.wait(10)
    until = time.monotonic() + 30
    while len(after := set(worker_pids(local.scheduler_address))) < 2 and time.monotonic() < until:
        time.sleep(0.2)
    assert min(before) not in after


def _change_version() -> None:
    working.own_version = lambda: "another"


def test_a_cluster_of_another_version_is_refused(local):
    with distributed.Client(local.scheduler_address, set_as_default=False) as client:
        client.run(_change_version)
    try:
        with (
            cluster(local.scheduler_address) as (executor, workers),
            pytest.raises(WrongVersionError, match="another version of the machine"),
        ):
            simulate(p.partnership(), 500, jobs=workers, executor=executor)
    finally:
        with distributed.Client(local.scheduler_address, set_as_default=False) as client:
            client.run(_change_back)


def _change_back() -> None:
    from importlib import reload

    reload(working)


REFUSED = """
import os, sys
import interpreter.cluster as asked
asked.PATIENCE = 2
try:
    with asked.cluster(sys.argv[1]):
        print("a cluster")
except asked.NoClusterError as problem:
    print(problem)
sys.stdout.flush()
os._exit(0)  # whatever was set up for that connection dies with it
"""


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x08" + bytes(7) + b"whatever", b""])
def test_somebody_else_answers(answer):
    """A port of something that is no scheduler is told as such, whatever it says.

    It is asked in a process of its own: clusters of one process share a loop, which such an answer may upset.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:

        def talk() -> None:
            with contextlib.suppress(OSError):
                while True:
                    line, _ = server.accept()
                    with line:
                        line.sendall(answer)
                        line.settimeout(1)
                        line.recv(1000)

        threading.Thread(target=talk, daemon=True).start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        line = [sys.executable, "-c", REFUSED, address]
        asked = subprocess.run(line, capture_output=True, text=True, check=False, timeout=PATIENCE, cwd=ROOT)
    assert "no cluster answers at" in asked.stdout, asked.stderr[-1000:]


def test_nobody_answers(monkeypatch):
    monkeypatch.setattr("interpreter.cluster.PATIENCE", 0.5)
    with pytest.raises(NoClusterError, match="no cluster answers at"), cluster("127.0.0.1:9"):
        pass
    from click.testing import CliRunner

    from pinochle_dsl.cli import main

    for command in (
        ["simulate", "partnership"],
        ["compare", "partnership", "two-handed"],
        ["tournament", "partnership", "--players", "basic,random"],
    ):
        ran = CliRunner().invoke(main, [*command, "--cluster", "127.0.0.1:9"])
        assert (ran.exit_code, "no cluster answers at '127.0.0.1:9'" in ran.stderr) == (3, True)


@pytest.mark.parametrize(
    ("command", "figures"),
    [
        (["simulate", "partnership"], ["stats"]),
        (["compare", "partnership", "two-handed"], ["stats", "differences", "deals"]),
        (["compare", "partnership-ja", "--vary", "passing"], ["stats", "effects"]),
        (["tournament", "partnership", "--players", "basic,random"], ["players", "pairs", "deals"]),
    ],
)
def test_the_command_line_uses_a_cluster(local, command, figures):
    from click.testing import CliRunner

    from pinochle_dsl.cli import main

    def found(*more: str) -> list[object]:
        ran = CliRunner().invoke(main, [*command, "--games", "200", "--json", *more])
        assert ran.exit_code == 0, ran.output
        return [json.loads(ran.stdout)[name] for name in figures]

    assert found("--cluster", local.scheduler_address) == found()
