// SPDX-License-Identifier: MIT

import AudioFile
import PracticeGoals
import PracticeReports
import PracticeServices
import TunerAnalysis

extension PracticeFeed: ResultFollower {
  func conclude(_ file: String, after seconds: Double) throws -> String? {
    guard try finish(after: seconds) else { return PracticeText.countedBefore(file) }
    let now = SystemClock().now
    let calendar = LocalCalendar.ofSystem(around: now)
    let day = beginning.map(calendar.day(of:))
    return PracticeText.counted(file, minutes, on: day == calendar.day(of: now) ? nil : day)
  }
}

extension RecordingIdentity {
  /// Returns the hash of the recording's sound, with the times of a part.
  ///
  /// - Returns: the hash; `nil` if the recording can't be read a second time.
  /// - Throws: `AudioFileError` when there is no readable recording.
  func sound() throws -> UInt64? {
    guard var fingerprint = try SoundFingerprint.of(path) else { return nil }
    if let part {
      fingerprint.add(part.start.bitPattern)
      fingerprint.add((part.end ?? .infinity).bitPattern)
    }
    return fingerprint.value
  }
}
