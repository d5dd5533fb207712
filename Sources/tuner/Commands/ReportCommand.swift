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
    abstract: "Save the last 30 seconds of tuner live with settings and versions.",
    discussion: """
      EXAMPLES
        tuner report
        tuner report -o wrong-octave.zip

      Use it after a wrong reading. Run it during or after tuner live, even after a crash, and \
      attach the file to an issue. The file contains the last 30 seconds of sound, so everyone who \
      gets it can hear them. The settings are those at the end; changes during the session are \
      listed with their times. The program sends nothing. tuner live --no-report keeps nothing: the \
      sound is then that of the session before, whose date and time are printed.

      Exit status: 0 done, 2 nothing is kept, or the file can't be written.
      """)

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp(
      "Write to this file. (default: tuner-report-DATE.zip in this directory)", valueName: "file"))
  var output: String?

  func validate() throws {
    if output == "" { throw ValidationError("A file name is empty.") }
    try RecordingArguments.check(
      output: output, remedy: "Without -o, its name has the date and the time.")
  }

  func run() throws {
    let bundle: ReportBundle
    do {
      let directories = UserDirectories(environment: ProcessInfo.processInfo.environment)
      bundle = ReportBundle(record: try RollingRecording(directory: try directories.runtime()))
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

  /// The date and time in a file name.
  private static var date: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "yyyyMMdd-HHmmss"
    return formatter.string(from: Date())
  }
}
