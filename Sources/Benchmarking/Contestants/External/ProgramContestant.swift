// SPDX-License-Identifier: MIT

public import Acoustics
internal import AudioFile
internal import Evaluation
internal import Foundation

/// Another program as a contestant: it is given a WAV file and prints its readings.
public struct ProgramContestant: Contestant {
  /// Bytes that an item's readings may take.
  public static let outputLimit = 64 << 20
  /// Seconds that readings may leave out, anywhere: a program that is silent where it is hard to hear
  /// would be judged by its easy parts alone.
  public static let longestGap = 0.5

  /// The name in tables.
  public let name: String
  /// The reference it is held against.
  public let meaning: PitchMeaning
  /// How it is started.
  public let command: CommandTemplate
  /// Seconds that one item may take.
  public let timeLimit: Double
  /// Bytes that one item's readings may take.
  public let outputLimit: Int

  /// Makes a contestant of a program.
  public init(
    name: String, command: CommandTemplate, meaning: PitchMeaning = .partial,
    timeLimit: Double = 60, outputLimit: Int = ProgramContestant.outputLimit
  ) {
    self.name = name
    self.command = command
    self.meaning = meaning
    self.timeLimit = timeLimit
    self.outputLimit = outputLimit
  }

  /// Whether the program is there to be started.
  public var isInstalled: Bool { BoundedProgram.path(of: command.words[0]) != nil }

  /// Writes the sound to a file, runs the program on it, and reads what it prints.
  ///
  /// - Throws: `ContestantError` for everything that is not a whole set of readings.
  public func readings(of hearing: Hearing) throws(ContestantError) -> [Reading] {
    let directory = NSTemporaryDirectory() + "/headstock-\(UUID().uuidString)"
    guard mkdir(directory, 0o700) == 0 else { throw .handOverFailed(path: directory, code: errno) }
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let wav = directory + "/sound.wav"
    try Self.write(hearing, to: wav)
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
    try Self.checkGaps(updates.map(\.seconds), duration: hearing.duration)
    return updates.map { Reading($0) }
  }

  private static func checkGaps(
    _ times: [Double], duration: Double
  ) throws(ContestantError) {
    for (start, end) in zip([0] + times, times + [duration]) where end - start > longestGap {
      throw .leftOut(from: start, to: end)
    }
  }

  private static func write(_ hearing: Hearing, to path: String) throws(ContestantError) {
    do throws(AudioFileError) {
      var writer = try AudioFileWriter(
        path: path, sampleRate: hearing.sampleRate, format: .wavFloat32)
      try writer.write(hearing.samples.span)
      try writer.finish()
    } catch {
      throw .handOverFailed(path: path, code: EIO)
    }
  }
}
