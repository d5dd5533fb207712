// SPDX-License-Identifier: MIT

internal import Evaluation

/// The layout of EGFxSet: `EFFECT/PICKUP/STRING-FRET.wav`, string 1 the highest, standard tuning.
enum EGFxSetLayout {
  /// The open strings from string 1 on: E4 B3 G3 D3 A2 E2.
  private static let openStrings = [64, 59, 55, 50, 45, 40]
  private static let frets = 0...24
  /// The steady part in seconds: after the pluck, and before high notes have died away.
  private static let steady = 1.0...2.0

  static func describe(_ recording: UnpackedRecording) throws(DownloadError) -> DescribedRecording {
    let steps = recording.steps
    let numbers = recording.stem.split(separator: "-", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard steps.count >= 2, numbers.count == 2, let string = numbers[0], let fret = numbers[1],
      (1...openStrings.count).contains(string), frets.contains(fret)
    else {
      throw .contentsUnexpected(
        file: recording.path, reason: "is not named after a string and a fret, such as 6-0.wav")
    }
    guard recording.duration >= steady.upperBound else {
      throw .contentsUnexpected(
        file: recording.path, reason: "is only \(recording.duration) s long")
    }
    return DescribedRecording(
      recording: recording, source: steps[steps.count - 2],
      instrument: "electric, pickups: \(steps[steps.count - 2])", kind: .singleNote,
      technique: "pluck",
      note: .init(
        midi: openStrings[string - 1] + fret, string: string, fret: fret, steady: steady),
      remark: "pitch by string and fret, not measured")
  }
}
