"""The steps of the proof, each of which writes its findings to a JSON file of its own and can be run alone."""

import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from authoring.dseal.dump import dump
from authoring.dseal.mutation import mutants
from authoring.dseal.parse import parse
from authoring.sandbox.client.local import LocalSandbox
from bench.dseval.checkout import Answers, Part
from bench.dseval.compare import Agreement, agreement, narrowed
from bench.dseval.differences import explained
from bench.dseval.events import Judged, Key, Word
from bench.dseval.ours import judge_by_us
from bench.dseval.peer_run import judge_by_peer

Findings: TypeAlias = dict[str, Any]
CORRECT = "CORRECT"


@dataclass(frozen=True, slots=True)
class Proof:
    """What the steps work on."""

    parts: tuple[Part, ...]
    folder: Path
    then_python: Path
    today_python: Path
    budget: float
    """Seconds for one set, for DSEval's side."""
    sample: int
    """Mutants judged of each benchmark, at most."""


def round_trip(proof: Proof) -> Findings:
    """Parse and dump every problem set; the text must be the same, byte for byte."""
    files = [part.folder / f"{name}.py" for part in proof.parts for name in part.sets]
    broken = [str(file) for file in files if dump(parse(text := file.read_bytes().decode())) != text]
    return {"files": len(files), "equal": len(files) - len(broken), "broken": broken}


def oracle(proof: Proof) -> Findings:
    """Judge the references: what DSEval finds correct, we have to find correct."""
    return _each(proof, _oracle)


def _oracle(proof: Proof, part: Part) -> Findings:
    theirs = _theirs(proof, part, "oracle", None, mutants=False)
    ours = _ours(proof, part, "oracle", part.references(), mutants=False)
    correct = {key: word for key, word in theirs.words.items() if word.verdict == CORRECT}
    return {
        "problems": len(part.published),
        "dseval judged": len(theirs.words),
        "dseval correct": len(correct),
        "ours judged": len(ours.words),
        "ours correct": _correct(ours.words),
        "of dseval's correct": _plain(agreement(correct, ours.words)),
        "all": _plain(agreement(theirs.words, ours.words)),
        **_ends(theirs, ours),
    }


def replay(proof: Proof) -> Findings:
    """Judge the published submissions: what DSEval reproduces, we have to reproduce."""
    return _each(proof, _replay)


def _replay(proof: Proof, part: Part) -> Findings:
    theirs = _theirs(proof, part, "replay", part.submissions, mutants=False)
    ours = _ours(proof, part, "replay", part.submissions, mutants=False)
    reproduced = {
        key: word
        for key, word in theirs.words.items()
        if key in part.published and word.pair == part.published[key].pair
    }
    beyond = [key for key in ours.words if key not in theirs.words]
    return {
        "published": len(part.published),
        "dseval judged": len(theirs.words),
        "dseval reproduces": len(reproduced),
        "ours judged": len(ours.words),
        "ours reproduces": agreement(part.published, ours.words).pairs,
        "of dseval's reproduced": _plain(agreement(reproduced, ours.words)),
        "ours beyond dseval, with the published": _plain(agreement(part.published, narrowed(ours.words, beyond))),
        **_ends(theirs, ours),
    }


def differences(proof: Proof) -> Findings:
    """Say of every published verdict that we do not reproduce what makes the difference, by judging it again."""
    return _each(proof, _differences)


def _differences(proof: Proof, part: Part) -> Findings:
    theirs = _theirs(proof, part, "replay", part.submissions, mutants=False)
    ours = _ours(proof, part, "replay", part.submissions, mutants=False)
    folder = proof.folder / "then" / "differences" / part.name
    pairs = explained(part, ours.words, theirs.words, python=proof.then_python, folder=folder)
    return {
        "judged": len(ours.words),
        "not judged": len(part.published) - len(ours.words),
        "differing": len(pairs),
        "pairs": pairs,
    }


def spoiled(proof: Proof) -> Findings:
    """Judge mutants of the references: whether both judges say the same, by operator."""
    return _each(proof, _spoiled)


def _spoiled(proof: Proof, part: Part) -> Findings:
    answers, operators, made = chosen_mutants(part.references(), proof.sample)
    theirs = _theirs(proof, part, "spoiled", answers, mutants=True)
    ours = _ours(proof, part, "spoiled", answers, mutants=True)
    rows = {}
    for operator in sorted({*operators.values()}):
        keys = [key for key in operators if operators[key] == operator]
        one, other = narrowed(theirs.words, keys), narrowed(ours.words, keys)
        found = agreement(one, other)
        rows[operator] = {
            "mutants": len(keys),
            "both": found.both,
            "verdicts": found.verdicts,
            "pairs": found.pairs,
            "dseval lets pass": _correct(narrowed(one, other)),
            "ours lets pass": _correct(narrowed(other, one)),
        }
    return {
        "made": made,
        "judged by either": len(operators),
        "operators": rows,
        "all": _plain(agreement(theirs.words, ours.words)),
        **_ends(theirs, ours),
    }


def chosen_mutants(references: Answers, sample: int) -> tuple[Answers, dict[Key, str], int]:
    """Return one mutant of each operator for every reference, or a sample that is the same each time.

    The sample holds a mutant of every problem that has one, before any problem has a second.

    Returns:
        The codes; the operator of each; how many there were to choose from.
    """
    made = [
        # A hash of the name instead of chance: the sample is the same each time, whatever else was made.
        (zlib.crc32(f"{name}/{number}/{mutant.operator}".encode()), name, number, mutant)
        for name, codes in references.items()
        for number, (code,) in codes.items()
        for mutant in mutants(code, limit=1)
    ]
    # The smallest digest of each problem marks the mutant that is chosen first.
    first: dict[tuple[str, str], int] = {}
    for digest, name, number, _ in made:
        first[name, number] = min(digest, first.get((name, number), digest))
    ranked = sorted((digest != first[name, number], digest) for digest, name, number, _ in made)
    chosen = set(ranked[:sample])
    answers: Answers = {}
    operators = {}
    for digest, name, number, mutant in made:
        if (digest != first[name, number], digest) in chosen:
            codes = answers.setdefault(name, {}).setdefault(number, [])
            codes.append(mutant.code)
            operators[Key(name, int(number), len(codes))] = mutant.operator
    return answers, operators, len(made)


def today(proof: Proof) -> Findings:
    """Judge references and published submissions under today's packages: what comes out otherwise than under those."""
    return _each(proof, _today)


def _today(proof: Proof, part: Part) -> Findings:
    found: Findings = {}
    for name, answers in (("oracle", part.references()), ("replay", part.submissions)):
        then = _ours(proof, part, name, answers, mutants=False)
        now = _ours(proof, part, name, answers, mutants=False, python=proof.today_python, environment="today")
        same = agreement(then.words, now.words)
        moves = Counter(f"{one.one.verdict} to {one.other.verdict}" for one in same.disagreements)
        lost = [{**key._asdict(), **then.words[key]._asdict()} for key in then.words if key not in now.words]
        found[name] = {**_plain(same), "moves": dict(moves.most_common()), "lost": lost, "now": _stops(now)}
    return found


def _each(proof: Proof, judge: Callable[[Proof, Part], Findings]) -> Findings:
    found = {}
    for part in proof.parts:
        print(f"  {part.name} ...", flush=True)
        found[part.name] = judge(proof, part)
    return found


def _theirs(proof: Proof, part: Part, step: str, answers: Answers | None, *, mutants: bool) -> Judged:
    folder = proof.folder / "then" / step / part.name / "dseval"
    return judge_by_peer(proof.then_python, part, answers, mutants=mutants, folder=folder, budget=proof.budget)


def _ours(
    proof: Proof,
    part: Part,
    step: str,
    answers: Answers,
    *,
    mutants: bool,
    python: Path | None = None,
    environment: str = "then",
) -> Judged:
    folder = proof.folder / environment / step / part.name / "ours"
    with closing(LocalSandbox(python or proof.then_python)) as sandbox:
        return judge_by_us(part, answers, mutants=mutants, folder=folder, sandbox=sandbox)


def _correct(words: Mapping[Key, Word]) -> int:
    return sum(word.verdict == CORRECT for word in words.values())


def _plain(found: Agreement) -> Findings:
    return found.plain()


def _ends(theirs: Judged, ours: Judged) -> Findings:
    return {"dseval's ends": _stops(theirs), "our ends": _stops(ours)}


def _stops(judged: Judged) -> Sequence[Findings]:
    """Return the sets that did not go through, or hold root causes."""
    return [{"set": name, **end._asdict()} for name, end in judged.ends.items() if end.how != "done" or end.error]
