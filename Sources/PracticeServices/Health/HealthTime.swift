// SPDX-License-Identifier: MIT

import PracticeGoals

/// The notation of moments in an export of health data: `2026-11-21 07:30:00 +0100`.
enum HealthTime {
  /// Reads a moment; `nil` for anything else.
  static func read(_ text: String) -> WallTime? {
    let bytes = Array(text.utf8)
    guard bytes.count == 25, bytes[10] == 0x20, bytes[13] == 0x3A, bytes[16] == 0x3A,
      bytes[19] == 0x20, let day = LocalDay(String(decoding: bytes[..<10], as: UTF8.self)),
      let hour = number(bytes, 11, upTo: 23), let minute = number(bytes, 14, upTo: 59),
      let second = number(bytes, 17, upTo: 60), let zoneHour = number(bytes, 21, upTo: 23),
      let zoneMinute = number(bytes, 23, upTo: 59), bytes[20] == 0x2B || bytes[20] == 0x2D
    else { return nil }
    let offset = (zoneHour * 60 + zoneMinute) * (bytes[20] == 0x2B ? 60 : -60)
    let local = Int64(day.daysSinceEpoch) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return WallTime(seconds: local - Int64(offset))
  }

  private static func number(_ bytes: [UInt8], _ first: Int, upTo limit: Int) -> Int? {
    let digits = bytes[first..<(first + 2)]
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return value <= limit ? value : nil
  }
}
