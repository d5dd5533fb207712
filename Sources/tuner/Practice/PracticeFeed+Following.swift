// SPDX-License-Identifier: MIT

import PracticeReports
import PracticeServices
import TunerAnalysis

extension PracticeFeed: ResultFollower {
  func conclude(_ file: String, after seconds: Double) throws -> String? {
    try finish(after: seconds)
      ? PracticeText.counted(file, minutes) : PracticeText.countedBefore(file)
  }
}
