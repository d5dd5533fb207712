// SPDX-License-Identifier: MIT

import AudioFile
import PracticeGoals
import PracticeReports
import PracticeServices
import TunerAnalysis

extension PracticeFeed: ResultFollower {
  func conclude(_ file: String, after seconds: Double) throws -> String? {
    guard try finish(after: seconds) else { return PracticeText.countedBefore(file) }
    let now = WallClock().now
    let calendar = LocalCalendar.ofSystem(around: now)
    let today = calendar.day(of: now)
    let days = [beginning, ending].compactMap { $0.map(calendar.day(of:)) }
    // A recording over midnight counts for two days.
    return PracticeText.counted(file, minutes, on: days.contains(today) ? [] : days)
  }
}

extension RecordingIdentity {
  /// Returns the hash of the recording's sound, with the times of a part.
  ///
  /// - Returns: the hash; `nil` if the recording can't be read a second time.
  /// - Throws: `AudioFileError` when there is no readable recording.
  func sound() throws -> UInt64? { try fingerprint()?.value }

  /// Returns the hash of the recording's sound, with the times of a part, and its length.
  ///
  /// - Returns: the fingerprint; `nil` if the recording can't be read a second time.
  /// - Throws: `AudioFileError` when there is no readable recording.
  func fingerprint() throws -> SoundFingerprint? {
    guard var fingerprint = try SoundFingerprint.of(path) else { return nil }
    if let part {
      fingerprint.add(part.start.bitPattern)
      fingerprint.add((part.end ?? .infinity).bitPattern)
    }
    return fingerprint
  }
}
