// SPDX-License-Identifier: MIT

import ArgumentParser
import TunerAnalysis

extension AnalyzeCommand {
  func validate() throws {
    if files.isEmpty, !lists.isGiven, !settings.printConfig {
      throw ValidationError("Name a recording, or - for standard input.")
    }
    if files.contains("") || [output, plot, html].contains("") {
      throw ValidationError("A file name is empty.")
    }
    try RecordingArguments.check(output: output, need: "a file or a directory")
    try RecordingArguments.check(output: html, of: "--html", remedy: "")
    try RecordingArguments.check(outputs: [("-o", output), ("--plot", plot), ("--html", html)])
    try RecordingArguments.check(channel: channel)
    if frames, notes { throw ValidationError("Use --frames or --notes, not both.") }
    if quiet, verbose { throw ValidationError("Use -q or -v, not both.") }
    try RecordingArguments.check(jobs: jobs)
    if frames, !format.holdsFrames {
      throw ValidationError("\(format) holds notes: leave out --frames, or choose another format.")
    }
    if strum { try validateStrum() }
    if skipExisting, output == nil {
      throw ValidationError("--skip-existing looks for results below -o: add -o DIRECTORY.")
    }
    if lists.readsStandardInput, files.contains("-") {
      throw ValidationError(
        "Standard input holds the list of \(lists.spelling), so it can't be a recording.")
    }
    if batch.batch != nil { try validateBatch() }
    if let plot, ![".svg", ".png"].contains(where: plot.lowercased().hasSuffix) {
      throw ValidationError("--plot \(plot): end the name in .svg or .png.")
    }
    if files.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  /// Refuses options that apply only to notes.
  private func validateStrum() throws {
    if notes {
      throw ValidationError("--strum lists strokes: leave out --notes, or add --frames.")
    }
    if smooth {
      throw ValidationError("--smooth is for single notes: leave out --smooth or --strum.")
    }
    if !format.holdsStrokes {
      throw ValidationError("\(format) holds notes: leave out --strum, or choose another format.")
    }
  }

  /// Refuses options that need every recording in memory, or more than one output.
  private func validateBatch() throws {
    if output != nil {
      throw ValidationError("--batch names the place of all results: leave out -o.")
    }
    if plot != nil || html != nil || practice || skipExisting {
      throw ValidationError(
        "--batch writes records only: leave out --plot, --html, --practice and --skip-existing.")
    }
    if !format.holdsRecords {
      throw ValidationError("--batch writes records: choose another format.")
    }
    if batch.cache != nil, !format.canBeAppended {
      throw ValidationError("--cache keeps records of ndjson and csv: choose one of these formats.")
    }
  }
}
