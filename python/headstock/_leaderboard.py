# SPDX-License-Identifier: MIT
"""The page of result files of :func:`headstock.bench.judge`."""

from __future__ import annotations

import html
import json
import os
import pathlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

#: The format of result files.
SCHEMA = "tuner-bench.comparison/1"


@dataclass
class _Section:
    """The contestants that one run or several equal ones compared: the same command, items,
    settings and pitch.

    Attributes
    ----------
    plan : dict
        The plan of the first report.
    reports : dict
        The reports by the contestant's name and its program or build.
    """

    plan: dict[str, Any]
    reports: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)


def _reference(plan: dict[str, Any]) -> str:
    """Returns the pitch with which readings are compared."""
    return "partial" if plan["command"] == "synthetic" else plan["meaning"]


def leaderboard(results: Iterable[str | os.PathLike[str]]) -> str:
    """Makes one page from result files.

    The page has a section for each set of items, command, settings and pitch, because figures of
    different ones can't be compared. Every table of every file becomes a table of its section, with
    a row for each contestant. If several files contain the same contestant, of one program or
    build, the last one counts.

    Parameters
    ----------
    results : iterable of path-like
        Files that :func:`headstock.bench.judge` or ``tuner-bench compare --json`` wrote.

    Returns
    -------
    str
        HTML without scripts and without references to other files.

    Raises
    ------
    ValueError
        For a file of another format, and for a part of a run; the message names it.
    """
    sections: dict[str, _Section] = {}
    for path in results:
        try:
            document = json.loads(pathlib.Path(path).read_text())
            if document["schema"] != SCHEMA:
                raise ValueError(f"the schema is {document['schema']!r} where {SCHEMA!r} is due")
            for report in document["reports"]:
                plan = report["plan"]
                missing = plan["items"] - len(report["results"])
                if missing > 0:
                    raise ValueError(
                        f"{missing} of {plan['items']} items are missing. Join the shards with "
                        "tuner-bench merge"
                    )
                key = [plan[name] for name in ("command", "datasets", "settings", "items")]
                place = json.dumps([*key, _reference(plan)], sort_keys=True)
                section = sections.setdefault(place, _Section(plan))
                section.reports[plan["contestant"], _version(report)] = report
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{os.fspath(path)} is no result file: {error}") from error
    parts = [
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Pitch detectors</title>',
        "<style>body{font:16px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}",
        "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right}",
        "td:first-child,th:first-child{text-align:left}tr:nth-child(even){background:#f4f4f4}",
        "li,dd{overflow-wrap:anywhere}</style><h1>Pitch detectors on strings</h1>",
    ]
    for section in sections.values():
        parts += _page(section)
    return "\n".join(parts) + "\n"


def _version(report: dict[str, Any]) -> str:
    """Returns the program or the build of a contestant, in one line."""
    program = report["plan"].get("program")
    if program is None:
        origin = report["provenance"]
        return str(origin.get("commit") or origin.get("program") or "no checkout")
    files = [f"{name} {checksum}" for name, checksum in sorted(program["checksums"].items())]
    return "; ".join([" ".join(program["words"]), program.get("version") or "", *files])


def _page(section: _Section) -> list[str]:
    """Returns the parts of a section: its items, its contestants, and its tables."""
    plan = section.plan
    sets = ", ".join(f"{name} {checksum}" for name, checksum in sorted(plan["datasets"].items()))
    pitch = "first partial" if _reference(plan) == "partial" else "period"
    settings = ", ".join(f"{name} {value}" for name, value in sorted(plan["settings"].items()))
    title = f"{plan['command']}: {', '.join(sorted(plan['datasets']))}, against the {pitch}"
    facts = [("data", sets), ("items", str(plan["items"])), ("settings", settings)]
    parts = [f"<h2>{html.escape(title)}</h2><dl>"]
    parts += [f"<dt>{name}<dd>{html.escape(text)}" for name, text in facts]
    parts.append("</dl><ul>")
    names = [contestant for contestant, _ in section.reports]
    labels = {}
    for contestant, version in section.reports:
        number = len([one for one in labels if one[0] == contestant]) + 1
        is_alone = names.count(contestant) == 1
        labels[contestant, version] = contestant if is_alone else f"{contestant} ({number})"
    # {(table, row): {label: {figure: text}}}
    tables: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for key, report in section.reports.items():
        parts.append(f"<li>{html.escape(_description(labels[key], report))}")
        _add(tables, labels[key], report)
    parts.append("</ul>")
    for (table, row), contestants in tables.items():
        columns = list(dict.fromkeys(name for row in contestants.values() for name in row))
        parts.append(f"<h3>{html.escape(table)}: {html.escape(row)}</h3><table><tr><th>detector")
        parts += [f"<th>{html.escape(name)}" for name in columns]
        for label, figures in contestants.items():
            parts.append(f"<tr><td>{html.escape(label)}")
            parts += [f"<td>{html.escape(figures.get(name, '–'))}" for name in columns]
        parts.append("</table>")
    return parts


def _description(label: str, report: dict[str, Any]) -> str:
    """Returns the program or build of a contestant, the bench that judged it, and its failures."""
    origin = report["provenance"]
    build = origin.get("commit") or origin.get("program") or "no checkout"
    text = f"{label}: {_version(report)}; judged by {build} on {origin['machine']}"
    kinds = [next(iter(result["outcome"])) for result in report["results"]]
    failed = [
        result["outcome"][kind]["reason"]
        for result, kind in zip(report["results"], kinds)
        if kind in ("failed", "unanswered")
    ]
    if not failed:
        return text
    counted = kinds.count("unanswered")
    return (
        f"{text}; {len(failed)} of {len(kinds)} items failed, {counted} counted as wrong "
        f"throughout. First: {failed[0]}"
    )


def _add(
    tables: dict[tuple[str, str], dict[str, dict[str, str]]], label: str, report: dict[str, Any]
) -> None:
    """Adds the tables of one contestant."""
    for table in report["tables"]:
        if table["name"] == "files":
            continue
        for row in table["rows"]:
            figures = {}
            for column, value in zip(table["columns"], row["figures"]):
                unit = column.get("unit", "")
                text = "–" if value is None else f"{value:.4g}"
                figures[f"{column['name']} ({unit})" if unit else column["name"]] = text
            tables.setdefault((table["title"], row["name"]), {})[label] = figures
