// SPDX-License-Identifier: MIT

import CAllocationCounter
import Foundation
import Glibc
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Testing

@Suite("An export of health data")
struct HealthExportTests {
  private let day = PracticeDay(at: moment("2026-11-21T12:00:00Z"), calendar: .berlin)

  private func export(_ body: String) -> Data {
    Data(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout)*)>
      <!ATTLIST HealthData locale CDATA #REQUIRED>
      <!-- a comment of the declaration -->
      ]>
      <HealthData locale="de_DE">
       <ExportDate value="2026-11-21 18:00:00 +0100"/>
      \(body)
      </HealthData>

      """.utf8)
  }

  private func record(
    _ type: String, _ value: String, unit: String, at start: String = "2026-11-21 08:00:00 +0100",
    from source: String = "Watch"
  ) -> String {
    """
    <Record type="HKQuantityTypeIdentifier\(type)" sourceName="\(source)" unit="\(unit)" \
    startDate="\(start)" endDate="\(start)" value="\(value)"/>
    """
  }

  private func totals(_ data: Data) throws -> HealthTotals {
    let place = try TemporaryDirectory(holding: ["export.xml": data])
    return try HealthExportReader(
      path: place.path + "/export.xml", from: day.start, to: day.end
    ).readAll()
  }

  @Test("gives steps, energy and exercise of the day, in the units of the metrics")
  func metrics() throws {
    let totals = try totals(
      export(
        record("StepCount", "1200", unit: "count") + record("StepCount", "300", unit: "count")
          + record("ActiveEnergyBurned", "418.4", unit: "kJ")
          + record("ActiveEnergyBurned", "50", unit: "kcal")
          + record("AppleExerciseTime", "12", unit: "min")
          + record("HeartRate", "60", unit: "1/min")
            + """
            <Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="0.5" \
            durationUnit="hr" sourceName="Watch" startDate="2026-11-21 09:00:00 +0100">\
            <MetadataEntry key="a" value="b"/></Workout>
            """))
    #expect(totals[.steps] == 1500)
    // 418.4 kJ are 100 kcal: the thermochemical calorie is 4.184 J.
    #expect(abs(try #require(totals[.activeEnergy]) - 150) < 1e-9)
    #expect(totals[.exerciseMinutes(.any)] == 12)
    #expect(totals[.exerciseMinutes(ExerciseActivity(rawValue: "walking"))] == 30)
    #expect(totals[.exerciseMinutes(ExerciseActivity(rawValue: "Walking"))] == 30)
    #expect(totals[.exerciseMinutes(ExerciseActivity(rawValue: "running"))] == 0)
    #expect(totals[.practiceMinutes] == nil)
  }

  @Test("counts records by the day on which they began, independent of their zone")
  func bounds() throws {
    // The day in Berlin is from 23:00 UTC to 23:00 UTC.
    let totals = try totals(
      export(
        record("StepCount", "1", unit: "count", at: "2026-11-21 00:00:00 +0100")
          + record("StepCount", "10", unit: "count", at: "2026-11-20 23:59:59 +0100")
          + record("StepCount", "100", unit: "count", at: "2026-11-21 14:59:59 -0800")
          + record("StepCount", "1000", unit: "count", at: "2026-11-21 15:00:00 -0800")))
    #expect(totals[.steps] == 101)
  }

  @Test("a phone and a watch that count the same steps are not added up")
  func sources() throws {
    let totals = try totals(
      export(
        record("StepCount", "900", unit: "count", from: "Phone")
          + record("StepCount", "1000", unit: "count", from: "Watch")))
    #expect(totals[.steps] == 1000)
  }

  @Test("records inside a correlation are copies and do not count")
  func correlations() throws {
    let inner = record("StepCount", "5", unit: "count")
    #expect(try totals(export("<Correlation>\(inner)</Correlation>\(inner)"))[.steps] == 5)
  }

  @Test(
    "invalid amounts and times are left out",
    arguments: [
      ("nan", "2026-11-21 08:00:00 +0100"), ("-5", "2026-11-21 08:00:00 +0100"),
      ("inf", "2026-11-21 08:00:00 +0100"), ("1e30", "2026-11-21 08:00:00 +0100"),
      ("x", "2026-11-21 08:00:00 +0100"),
      ("5", "2026-11-21T08:00:00Z"), ("5", "2026-02-30 08:00:00 +0100"),
      ("5", "2026-11-21 24:00:00 +0100"), ("5", ""),
    ])
  func nonsense(value: String, start: String) throws {
    #expect(try totals(export(record("StepCount", value, unit: "count", at: start)))[.steps] == 0)
  }

  @Test("a truncated export is an error")
  func truncated() throws {
    let whole = export(record("StepCount", "5", unit: "count"))
    // Up to the last `>`: behind it there is only the end of the line.
    for count in stride(from: 0, to: whole.count - 2, by: 7) {
      #expect(throws: HealthExportError.self, "\(count) bytes") {
        try totals(whole.prefix(count))
      }
    }
  }

  @Test("an entity expansion is refused at its declaration, within limits of time and memory")
  func entityBomb() throws {
    var declarations = "<!ENTITY a0 \"aaaaaaaaaa\">"
    for level in 1...20 {
      let inner = String(repeating: "&a\(level - 1);", count: 10)
      declarations += "<!ENTITY a\(level) \"\(inner)\">"
    }
    let bomb = Data("<!DOCTYPE HealthData [\(declarations)]><HealthData>&a20;</HealthData>".utf8)
    let error = #expect(throws: HealthExportError.self) { try totals(bomb) }
    guard case .declaresEntities(path: _, line: 1) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let outside = Data(
      "<!DOCTYPE H [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><HealthData>&x;</HealthData>".utf8)
    #expect(throws: HealthExportError.self) { try totals(outside) }
  }

  @Test("a huge attribute is refused before it is read completely")
  func hugeAttribute() throws {
    let huge = String(repeating: "x", count: 8 << 20)
    let error = #expect(throws: HealthExportError.self) {
      try totals(export("<Record type=\"\(huge)\"/>"))
    }
    guard case .tagTooLong = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a hundred thousand nested elements, and a million sources, are handled")
  func deepAndWide() throws {
    let deep =
      String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
    #expect(try totals(export(deep))[.steps] == 0)
    let wide = (0..<20_000).map {
      record("StepCount", "\($0 % 7)", unit: "count", from: "source \($0)")
    }.joined()
    #expect(try totals(export(wide))[.steps] == 6)
  }

  @Test("the error for other data names the root element, and that for invalid XML the line")
  func notHealthData() throws {
    let page = #expect(throws: HealthExportError.self) { try totals(Data("<html></html>".utf8)) }
    #expect(page?.description.contains("<html>") == true)
    #expect(throws: HealthExportError.self) { try totals(Data("not xml".utf8)) }
    #expect(throws: HealthExportError.self) { try totals(Data()) }
    #expect(throws: HealthExportError.readFailed(path: "/no/such/file", code: ENOENT)) {
      try HealthExportReader(path: "/no/such/file", from: day.start, to: day.end)
    }
  }

  @Test(
    "is read in constant memory: 200 MB grow the process by less than 16 MB",
    .enabled(
      if: headstock_allocations_are_counted() != 0,
      "The address sanitizer keeps what is freed, a quarter of a gigabyte of it."))
  func constantMemory() async throws {
    // In a process of its own: other tests take memory too.
    await #expect(processExitsWith: .success) {
      try HealthExportTests().readMuch()
    }
  }

  private func readMuch() throws {
    // A pipe that another thread fills: nothing of this size is ever written.
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(reading) }
    let row = Array(
      (record("StepCount", "1", unit: "count", at: "2026-11-20 08:00:00 +0100") + "\n").utf8)
    let block = Array(repeatElement(row, count: 1000).joined())
    let blocks = 200_000_000 / block.count
    let head = Array("<HealthData>\n".utf8)
    let tail = Array("</HealthData>\n".utf8)
    Thread {
      for piece in [head] + Array(repeating: block, count: blocks) + [tail] {
        var rest = piece[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
          if count <= 0 { break }
          rest = rest.dropFirst(count)
        }
      }
      close(writing)
    }.start()
    let reader = try HealthExportReader(
      path: "/proc/self/fd/\(reading)", from: day.start, to: day.end)
    // The first blocks bring all buffers to their size.
    for _ in 0..<16 { _ = try reader.step() }
    let before = residentBytes()
    var last: HealthExportReader.Progress?
    _ = try reader.readAll { last = $0 }
    try #require(last?.bytesRead ?? 0 > 190_000_000)
    try #require(residentBytes() - before < 16 << 20)
  }

  private func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (Int(text.split(separator: " ").dropFirst().first ?? "0") ?? 0) * 4096
  }

  @Test("reports its progress up to the end")
  func progress() throws {
    let data = export(
      String(repeating: record("StepCount", "1", unit: "count"), count: 10_000))
    let place = try TemporaryDirectory(holding: ["export.xml": data])
    var seen: [HealthExportReader.Progress] = []
    _ = try HealthExportReader(path: place.path + "/export.xml", from: day.start, to: day.end)
      .readAll { seen.append($0) }
    #expect(seen.count > 5)
    #expect(seen.last?.isDone == true && seen.last?.bytesRead == Int64(data.count))
    #expect(seen.allSatisfy { $0.byteCount == Int64(data.count) })
  }

  @Test("a changed export is new once, when it has not changed since the check before")
  func changes() async throws {
    let one = record("StepCount", "5", unit: "count")
    let place = try TemporaryDirectory(holding: ["export.xml": export(one)])
    let source = HealthExportSource(path: place.path + "/export.xml")
    let today = PracticeDay(at: WallClock().now, calendar: .utc)
    _ = try await source.fetch(.steps, on: today)
    var answers: [Bool] = []
    for _ in 0..<2 { answers.append(await source.hasNewData()) }
    try place.write(export(one + one), to: "export.xml")
    for _ in 0..<3 { answers.append(await source.hasNewData()) }
    #expect(answers == [false, false, false, true, false])
    // A reading for another reason counts too.
    try place.write(export(one + one + one), to: "export.xml")
    _ = try await source.fetch(.steps, on: today)
    for _ in 0..<2 { #expect(await source.hasNewData() == false) }
    let sources = PracticeSources(journal: ScriptedData(), health: source)
    try place.write(export(one), to: "export.xml")
    #expect(await sources.hasNewData() == false)
    #expect(await sources.hasNewData())
  }

  @Test("an export that appears later is new, and one that disappears is not")
  func appears() async throws {
    let place = try TemporaryDirectory()
    let source = HealthExportSource(path: place.path + "/export.xml")
    var answers = [await source.hasNewData()]
    let file = try place.write(export(""), to: "export.xml")
    for _ in 0..<3 { answers.append(await source.hasNewData()) }
    try FileManager.default.removeItem(atPath: file)
    for _ in 0..<2 { answers.append(await source.hasNewData()) }
    #expect(answers == [false, false, true, false, false, false])
  }

  @Test("an export from before today has no data for today, and says so in an error")
  func tooOld() async throws {
    let place = try TemporaryDirectory(holding: [
      "export.xml": export(record("StepCount", "5", unit: "count", at: "2020-01-01 08:00:00 +0100"))
    ])
    let source = HealthExportSource(path: place.path + "/export.xml")
    // The file was made a moment ago.
    let today = PracticeDay(at: WallClock().now, calendar: .utc)
    #expect(try await source.fetch(.steps, on: today) == 0)
    let tomorrow = PracticeDay(at: today.end, calendar: .utc)
    let error = await #expect(throws: PracticeDataError.self) {
      try await source.fetch(.steps, on: tomorrow)
    }
    let path = place.path + "/export.xml"
    #expect(
      error
        == .queryFailed(
          description: "\(HealthExportError.tooOld(path: path))", fault: .exportTooOld(path: path)))
    await #expect(throws: PracticeDataError.notAvailable) {
      try await source.fetch(.inTuneNotes, on: today)
    }
  }
}
