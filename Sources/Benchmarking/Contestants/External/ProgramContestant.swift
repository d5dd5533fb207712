// SPDX-License-Identifier: MIT

package import Acoustics
internal import AudioFile
internal import Evaluation
internal import Foundation

/// Another program as a contestant: it receives a WAV file and prints its readings.
package struct ProgramContestant: Contestant {
  /// The limit of one item's output in bytes.
  package static let outputLimit = 64 << 20
  /// The longest stretch without readings, in seconds.
  ///
  /// A program that omits the difficult parts would otherwise be scored on the easy ones.
  package static let longestGap = 0.5

  /// The name in tables.
  package let name: String
  /// The pitch with which its readings are compared.
  package let meaning: PitchMeaning
  /// The command that starts the program.
  package let command: CommandTemplate
  /// The time limit of one item in seconds.
  package let timeLimit: Double
  /// The limit of one item's output in bytes.
  package let outputLimit: Int
  /// The words of a command that prints the program's versions; `nil` if none is known, because a
  /// program may do anything with an argument that it does not expect.
  package let versionCommand: [String]?

  /// Makes a contestant that runs a program.
  package init(
    name: String, command: CommandTemplate, meaning: PitchMeaning = .partial,
    timeLimit: Double = 60, outputLimit: Int = ProgramContestant.outputLimit,
    versionCommand: [String]? = nil
  ) {
    self.name = name
    self.command = command
    self.meaning = meaning
    self.timeLimit = timeLimit
    self.outputLimit = outputLimit
    self.versionCommand = versionCommand
  }

  /// The command, its files and its versions, as they are now.
  package var program: ContestantProgram? {
    ContestantProgram(command, version: versionCommand)
  }

  /// True when the program is installed.
  package var isInstalled: Bool { BoundedProgram.path(of: command.words[0]) != nil }

  /// Writes the sound to a file, runs the program on it, and parses its output.
  ///
  /// - Throws: `ContestantError` when the readings are not complete.
  package func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] {
    let directory = NSTemporaryDirectory() + "/headstock-\(UUID().uuidString)"
    guard mkdir(directory, 0o700) == 0 else { throw .inputNotWritten(path: directory, code: errno) }
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let wav = directory + "/sound.wav"
    try Self.write(input, to: wav)
    let program = BoundedProgram(
      words: command.words(for: wav), timeLimit: timeLimit, outputLimit: outputLimit)
    let text = try program.run()
    guard text.contains(where: { !$0.isWhitespace }) else { throw .printedNothing }
    let updates: [ContestantLines.Update]
    do throws(AnnotationError) {
      updates = try ContestantLines.parse(text)
    } catch {
      throw .unreadable(error)
    }
    try Self.checkGaps(updates.map(\.seconds), duration: input.duration)
    return updates.map { Reading($0) }
  }

  private static func checkGaps(
    _ times: [Double], duration: Double
  ) throws(ContestantError) {
    for (start, end) in zip([0] + times, times + [duration]) where end - start > longestGap {
      throw .gapTooLong(from: start, to: end)
    }
  }

  private static func write(_ input: ContestantInput, to path: String) throws(ContestantError) {
    do throws(AudioFileError) {
      var writer = try AudioFileWriter(
        path: path, sampleRate: input.sampleRate, format: .wavFloat32)
      try writer.write(input.samples.span)
      try writer.finish()
    } catch {
      throw .inputNotWritten(path: path, code: EIO)
    }
  }
}
