// SPDX-License-Identifier: MIT

import ArgumentParser
import FileStore
import Foundation
import Terminal
import TunerAnalysis
import TunerRuntime

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Bundle the last 30 seconds of tuner live with settings and versions.",
    discussion: """
      EXAMPLES
        tuner report
        tuner report -o wrong-octave.zip

      For when the tuner was wrong: run it while tuner live runs, or after it ended, however it ended, \
      and attach the file to an issue. The file holds the sound of the last 30 seconds: whoever gets \
      it can listen to it. Nothing is sent. tuner live --forget keeps nothing.

      Exit status: 0 done, 2 nothing is kept, or the file can't be written.
      """)

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp(
      "Write here. (default: tuner-report-DATE.zip in this directory)", valueName: "file"))
  var output: String?

  func validate() throws {
    if output == "" { throw ValidationError("A file name is empty.") }
  }

  func run() throws {
    let bundle: ReportBundle
    do {
      let directories = UserDirectories(environment: ProcessInfo.processInfo.environment)
      bundle = ReportBundle(record: try FlightRecord(directory: try directories.runtime()))
    } catch {
      StandardError.write("tuner: \(printable("\(error)"))\n")
      throw ExitStatus.usage
    }
    let path = output ?? "tuner-report-\(Self.date).zip"
    do {
      var file = try AtomicFile(path: path)
      try file.write(bundle.bytes)
      try file.commit()
    } catch {
      StandardError.write("tuner: \(printable("\(error)"))\n")
      throw ExitStatus.usage
    }
    StandardError.write("tuner: \(bundle.contents). Nothing was sent\n")
    try StandardOutput.write(printable(path) + "\n")
  }

  /// The time of day as a part of a file's name.
  private static var date: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyyMMdd-HHmmss"
    return formatter.string(from: Date())
  }
}
