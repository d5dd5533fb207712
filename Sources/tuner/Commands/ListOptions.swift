// SPDX-License-Identifier: MIT

import ArgumentParser
import TunerAnalysis

/// The options that name a list of recordings.
struct ListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the names of recordings from a list, one on each line; - is standard input.",
      valueName: "list"))
  var filesFrom: String?

  @Option(
    help: ArgumentHelp(
      """
      Read a list whose lines are names, or JSON objects {"path": …, "start_s": …, "end_s": …} for \
      parts of recordings; - is standard input.
      """, valueName: "file"))
  var manifest: String?

  @Flag(
    name: .customShort("0"),
    help: """
      The names in --files-from end in NUL instead of a line end. Without --files-from, names are \
      read from standard input.
      """)
  var isTerminated = false

  func validate() throws {
    if filesFrom != nil, manifest != nil {
      throw ValidationError("Use --files-from or --manifest, not both.")
    }
    if manifest != nil, isTerminated {
      throw ValidationError("-0 is for --files-from; a manifest has one entry per line.")
    }
    if [filesFrom, manifest].contains("") { throw ValidationError("A file name is empty.") }
  }

  /// True if a list is given.
  var isGiven: Bool { list != nil }

  /// The option that names the list, as the user types it.
  var spelling: String { manifest != nil ? "--manifest" : isTerminated ? "-0" : "--files-from" }

  /// True if standard input is the list.
  var readsStandardInput: Bool { list?.path == "-" }

  /// The list; `nil` for none.
  var list: RecordingList? {
    if let manifest { return RecordingList(path: manifest, form: .manifest) }
    if isTerminated { return RecordingList(path: filesFrom ?? "-", form: .terminated) }
    return filesFrom.map { RecordingList(path: $0, form: .lines) }
  }
}
