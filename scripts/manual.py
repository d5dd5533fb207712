#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/manual.py DIRECTORY PROGRAM...

Writes a manual page for each command of each PROGRAM, and completions for bash, zsh and fish, to
their usual places below DIRECTORY, such as /usr/share. All text comes from the help texts of the
programs, so that manual and help can't differ. The variables and files come from
docs/settings.md, which a test compares with the settings.

  man/man1/tuner-gate-goal-set.1                one page for each command, examples first
  bash-completion/completions/tuner
  zsh/vendor-completions/_tuner
  fish/vendor_completions.d/tuner.fish

Exit status: 0 the files are written, 1 a command has no examples, 2 a program can't be run.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

COMPLETIONS = {
    "bash": "bash-completion/completions/{}",
    "zsh": "zsh/vendor-completions/_{}",
    "fish": "fish/vendor_completions.d/{}.fish",
}


def escaped(text):
    """Text for roff: no line is a request, and hyphens stay plain characters."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def said(*command):
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"manual.py: {' '.join(command)}: {error}", file=sys.stderr)
        sys.exit(2)


class Settings:
    """The tables of docs/settings.md, without the marks of Markdown."""

    def __init__(self):
        page = pathlib.Path(__file__).resolve().parent.parent / "docs/settings.md"
        sections = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
        tables = {section.split("\n", 1)[0]: self.rows(section) for section in sections}
        # The page has a second table below the settings, with two columns.
        self.settings = [row for row in tables["All settings"] if len(row) == 6]
        self.variables, self.files = tables["Other variables"], tables["Files"]

    @staticmethod
    def rows(section):
        lines = [line for line in section.split("\n") if line.startswith("| `")]
        return [[cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
                for line in lines]

    @staticmethod
    def entry(title, text):
        return [".TP", rf"\fB{escaped(title)}\fR", escaped(text)]

    def of(self, page):
        """The sections of a page: all in that of the program, names only in those below it."""
        if len(page.path) > 1:
            options = {"--" + name["name"] for each in page.arguments
                       for name in each.get("names", [])}
            names = [row[2] for row in self.settings if row[1] in options]
            text = f"{', '.join(names)}: defaults of the options, see tuner(1)."
            return [".SH ENVIRONMENT", escaped(text)] if names else []
        lines = [".SH ENVIRONMENT"]
        for name, option, variable, key, _, default in self.settings:
            text = f"the setting {name}" if option == "–" else f"the default of {option}"
            text += "" if key == "–" else f", instead of {key} in settings.json"
            lines += self.entry(variable, f"{text} (default: {default})")
        for title, text in self.variables:
            lines += self.entry(title, text)
        lines.append(".SH FILES")
        for title, text in self.files:
            lines += self.entry(title, text)
        return lines


class Page:
    """The page of one command."""

    def __init__(self, path, command, version):
        self.path, self.command, self.version = path, command, version
        self.examples, self.description, self.status = self.parts(command.get("discussion", ""))

    @staticmethod
    def parts(discussion):
        """The lines of the examples, of the text after them, and of the exit status."""
        examples, description, status = [], [], []
        current = description
        for line in discussion.split("\n"):
            if line == "EXAMPLES":
                current = examples
            elif line.startswith("Exit status: "):
                current = status
                current.append(line.removeprefix("Exit status: "))
            elif line or current is not examples:
                if not line and current is status:
                    current = description
                current.append(line)
            else:
                current = description
        return [line.strip() for line in examples], "\n".join(description).strip(), status

    @property
    def name(self):
        return "-".join(self.path)

    @property
    def subcommands(self):
        return [each for each in self.command.get("subcommands", [])
                if each["shouldDisplay"] and each["commandName"] != "help"]

    @property
    def arguments(self):
        return [each for each in self.command.get("arguments", []) if each["shouldDisplay"]]

    def synopsis(self):
        words = [r"\fB" + escaped(" ".join(self.path)) + r"\fR"]
        if any(each["kind"] != "positional" for each in self.arguments):
            words.append(r"[\fIoptions\fR]")
        if self.subcommands:
            words.append(r"\fIcommand\fR")
        for each in self.arguments:
            if each["kind"] == "positional":
                word = r"\fI" + escaped(each["valueName"]) + r"\fR"
                word += " ..." if each["isRepeating"] else ""
                words.append(f"[{word}]" if each["isOptional"] else word)
        return " ".join(words)

    @staticmethod
    def title(argument):
        value = r"\fI" + escaped(argument["valueName"]) + r"\fR"
        if argument["kind"] == "positional":
            return value
        names = sorted(argument["names"], key=lambda name: len(name["name"]))
        dashes = {"short": "-", "long": "--", "longWithSingleDash": "-"}
        title = ", ".join(
            r"\fB" + escaped(dashes[name["kind"]] + name["name"]) + r"\fR" for name in names)
        return f"{title} {value}" if argument["kind"] == "option" else title

    @staticmethod
    def prose(text):
        """The paragraphs of a text; indented lines keep their form."""
        lines, kept = [], False
        for line in text.split("\n"):
            if line.startswith("  ") != kept:
                kept = not kept
                lines.append(".RS 4\n.nf" if kept else ".fi\n.RE")
            lines.append(escaped(line.strip()) if line else ".PP")
        return "\n".join(lines + ([".fi\n.RE"] if kept else []))

    def text(self):
        lines = [
            r'.\" Made by scripts/manual.py from the command itself.',
            f'.TH {escaped(self.name.upper())} 1 "" "Headstock {self.version}" "User Commands"',
            ".SH NAME", f"{escaped(self.name)} \\- {escaped(self.command['abstract'].rstrip('.'))}",
            ".SH SYNOPSIS", self.synopsis(),
        ]
        if self.examples:
            lines += [".SH EXAMPLES", ".nf", *map(escaped, self.examples), ".fi"]
        if self.description:
            lines += [".SH DESCRIPTION", self.prose(self.description)]
        if self.subcommands:
            lines.append(".SH COMMANDS")
            for each in self.subcommands:
                title = " ".join([*self.path, each["commandName"]])
                lines += [".TP", rf"\fB{escaped(title)}\fR", escaped(each["abstract"])]
        if self.arguments:
            lines.append(".SH OPTIONS")
        for each in self.arguments:
            about = each.get("abstract", "")
            default = each.get("defaultValue")
            if default and "default:" not in about:
                about += f" (default: {default})"
            lines += [".TP", self.title(each), escaped(about) if about else r"\&"]
        if self.status:
            lines += [".SH EXIT STATUS", *map(escaped, self.status)]
        if self.path[0] == "tuner":
            lines += SETTINGS.of(self)
        others = [[*self.path, each["commandName"]] for each in self.subcommands]
        if len(self.path) > 1:
            others.insert(0, self.path[:-1])
        if others:
            lines += [".SH SEE ALSO", ", ".join(
                rf"\fB{escaped('-'.join(path))}\fR(1)" for path in others)]
        return "\n".join(lines) + "\n"

    def all(self):
        """This page and those of the subcommands."""
        yield self
        for each in self.subcommands:
            yield from Page([*self.path, each["commandName"]], each, self.version).all()


SETTINGS = Settings()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if len(arguments) < 2:
        print("manual.py: name a directory and a program. See: scripts/manual.py --help",
              file=sys.stderr)
        return 2
    directory, bare = arguments[0], []
    for program in arguments[1:]:
        command = json.loads(said(program, "--experimental-dump-help"))["command"]
        version = said(program, "--version").strip()
        for page in Page([command["commandName"]], command, version).all():
            write(os.path.join(directory, "man/man1", page.name + ".1"), page.text())
            if not page.examples:
                bare.append(" ".join(page.path))
        for shell, place in COMPLETIONS.items():
            script = said(program, "--generate-completion-script", shell)
            # Completions for bash are sourced and not run.
            if shell == "bash":
                script = script.removeprefix("#!/bin/bash\n")
            write(os.path.join(directory, place.format(command["commandName"])), script)
    for name in bare:
        print(f"manual.py: {name} --help shows no example", file=sys.stderr)
    return 1 if bare else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
