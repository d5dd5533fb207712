// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import PracticeGoals
import PracticeServices

/// An export of health data of 2 GB, read in constant memory.
enum ExportTiming {
  private static let byteCount = 2_000_000_000

  /// The growth of the process from the first blocks to the end.
  ///
  /// The export comes through a pipe, so no file of this size is written.
  static func measure(in directory: String) throws -> Figure {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw TimingError(code: errno) }
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    let day = PracticeDay(at: WallTime(seconds: 1_795_262_400), calendar: .utc)
    Thread { write(to: writing) }.start()
    let clock = ContinuousClock()
    let begin = clock.now
    let reader = try HealthExportReader(
      path: "/proc/self/fd/\(reading)", from: day.start, to: day.end)
    for _ in 0..<16 { _ = try reader.step() }
    let before = residentBytes()
    var last: HealthExportReader.Progress?
    var reports = 0
    var largest = before
    let totals = try reader.readAll { progress in
      last = progress
      reports += 1
      if reports % 64 == 0 { largest = max(largest, residentBytes()) }
    }
    largest = max(largest, residentBytes())
    let read = last?.bytesRead ?? 0
    let seconds = ((clock.now - begin) / .seconds(1)).rounded()
    return Figure(
      name: "export.xml of \(read / 1_000_000) MB read in \(seconds) s, \(reports) reports of "
        + "progress, growth", value: Double(largest - before) / 1_048_576, limit: 16, unit: "MiB",
      holds: read >= Int64(byteCount) && totals[.steps] == 1)
  }

  private static func write(to descriptor: Int32) {
    defer { close(descriptor) }
    let row = { (date: String) in
      """
       <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" \
      startDate="\(date) 08:00:00 +0000" endDate="\(date) 08:01:00 +0000" value="1"/>

      """
    }
    let block = Array(String(repeating: row("2020-01-01"), count: 5000).utf8)
    put(Array("<HealthData locale=\"de_DE\">\n".utf8), descriptor)
    var written = 0
    while written < byteCount {
      put(block, descriptor)
      written += block.count
    }
    put(Array((row("2026-11-21") + "</HealthData>\n").utf8), descriptor)
  }

  private static func put(_ bytes: [UInt8], _ descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (Int(text.split(separator: " ").dropFirst().first ?? "0") ?? 0) * 4096
  }
}
