// SPDX-License-Identifier: MIT

import TunerAnalysis

extension PracticeFeed: ResultFollower {
  func conclude(_ file: String, after seconds: Double) throws -> String? {
    try conclude(file, seconds)
  }
}
