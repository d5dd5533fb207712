// SPDX-License-Identifier: MIT

package import Evaluation
package import PitchDetection
package import SignalProcessing

/// The reasons why a contestant has no complete answer for an item.
package enum ContestantError: Error, Hashable, Sendable {
  /// The program is not installed.
  case notInstalled(program: String, remedy: String)
  /// The program exceeded its time limit and was stopped.
  case timedOut(seconds: Double)
  /// The program ended with a failure; `message` is the end of its standard error.
  case failed(status: Int32, message: String)
  /// A signal ended the program; `message` is the end of its standard error.
  case crashed(signal: Int32, message: String)
  /// The output is not a list of readings.
  case unreadable(AnnotationError)
  /// The program printed nothing.
  case printedNothing
  /// The program exceeded its output limit and was stopped.
  case printedTooMuch(bytes: Int)
  /// The readings omit a stretch of the sound, in seconds.
  case gapTooLong(from: Double, to: Double)
  /// The sound could not be written for the program; `code` is the system's errno.
  case inputNotWritten(path: String, code: Int32)
  /// The detector can't be made for this sound.
  case detector(reason: String)
}

extension ContestantError {
  /// True if the contestant is the cause, and not the machine on which it runs.
  var isOfContestant: Bool {
    switch self {
    case .timedOut, .failed, .crashed, .unreadable, .printedNothing, .printedTooMuch, .gapTooLong,
      .detector:
      true
    case .notInstalled, .inputNotWritten: false
    }
  }

  /// Wraps the reason why a detector can't be made.
  package init(_ error: PitchDetectionError) { self = .detector(reason: error.description) }

  /// Wraps the reason why a pipeline can't be made.
  package init(_ error: SignalProcessingError) { self = .detector(reason: error.description) }
}

extension ContestantError: CustomStringConvertible {
  /// One or two sentences for a person, which end in the remedy when there is one.
  package var description: String {
    switch self {
    case .notInstalled(let program, let remedy): "\(program) is not installed. \(remedy)"
    case .timedOut(let seconds): "did not end within \(seconds) s and was stopped"
    case .failed(let status, let message):
      "ended with status \(status)\(message.isEmpty ? "" : ": \(message)")"
    case .crashed(let signal, let message):
      "was ended by signal \(signal)\(message.isEmpty ? "" : ": \(message)")"
    case .unreadable(let error): "printed something that is no reading. \(error)"
    case .printedNothing: "printed nothing"
    case .printedTooMuch(let bytes): "printed more than \(bytes) bytes and was stopped"
    case .gapTooLong(let start, let end):
      "printed no line between \(start) and \(end) s. Print one for every update, 0 for no pitch"
    case .inputNotWritten(let path, let code):
      "the sound could not be written to \(path) (error \(code)). Make room, or set TMPDIR"
    case .detector(let reason): reason
    }
  }
}
