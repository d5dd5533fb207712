// SPDX-License-Identifier: MIT

import Acoustics
import FileStore
import Foundation
import ProgramRunning
import Testing
import TunerRuntime

@Suite("The measured clocks of devices")
struct MeasuredClocksTests {
  private let home: TemporaryDirectory
  private let clocks: MeasuredClocks
  private let rate = SampleRate(48_000)

  init() throws {
    home = try TemporaryDirectory()
    clocks = MeasuredClocks(
      in: try SettingsDirectory(
        in: UserDirectories(environment: ["XDG_CONFIG_HOME": home.path])))
  }

  private func entry(_ ppm: Double) -> MeasuredClocks.Entry {
    .init(ppm: ppm, sigma: 0.25, seconds: 600)
  }

  @Test("are stored by device and rate, and the newest replaces the previous one")
  func keeps() throws {
    #expect(try clocks.entry(of: "hw:1", at: rate) == nil)
    try clocks.keep(entry(12), of: "hw:1", at: rate)
    try clocks.keep(entry(-3), of: "hw:2", at: rate)
    try clocks.keep(entry(13), of: "hw:1", at: rate)
    #expect(try clocks.entry(of: "hw:1", at: rate) == entry(13))
    #expect(try clocks.entry(of: "hw:2", at: rate) == entry(-3))
    #expect(try clocks.entry(of: "hw:1", at: SampleRate(44_100)) == nil)
  }

  @Test("of a later version are neither used nor changed")
  func laterVersion() throws {
    for text in [#"{"schema":"tuner.clocks/2","clocks":{}}"#, #"{"schema":"tuner.clocks/2"}"#] {
      try home.write(Data(text.utf8), to: "tuner/clocks.json")
      let path = home.path + "/tuner/clocks.json"
      let error = MeasuredClockError.laterVersion(place: path, version: 2)
      #expect(throws: error) { try clocks.entry(of: "hw:1", at: rate) }
      #expect(throws: error) { try clocks.keep(entry(12), of: "hw:1", at: rate) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  @Test("a clock that no card has is refused when written and when read")
  func outOfRange() throws {
    let error = MeasuredClockError.outOfRange(device: "hw:1", ppm: 20_001)
    #expect(throws: error) { try clocks.keep(entry(20_001), of: "hw:1", at: rate) }
    #expect(try clocks.entry(of: "hw:1", at: rate) == nil)
    try clocks.keep(entry(-20_000), of: "hw:1", at: rate)
    #expect(try clocks.entry(of: "hw:1", at: rate) == entry(-20_000))
    let text =
      #"{"schema":"tuner.clocks/1","clocks":{"hw:1@48000":"#
      + #"{"ppm":20001,"sigma_ppm":1,"seconds":60}}}"#
    try home.write(Data(text.utf8), to: "tuner/clocks.json")
    #expect(throws: error) { try clocks.entry(of: "hw:1", at: rate) }
  }

  @Test(
    "the refusal names a whole number beyond the range, and no placeholder",
    arguments: [(20_001, "20001"), (20_000.2, "20001"), (-31_000.5, "-31001"), (1e300, "1e+300")])
  func refusal(ppm: Double, number: String) {
    let text = "\(MeasuredClockError.outOfRange(device: "hw:1", ppm: ppm))"
    #expect(text.contains("off by \(number) parts per million"), "\(text)")
    #expect(
      text.hasSuffix("Choose a device that delivers samples at its own rate from: tuner devices"))
  }

  @Test("a figure that is not finite is an error, and nothing is stored")
  func notFinite() throws {
    try clocks.keep(entry(12), of: "hw:1", at: rate)
    let endless = MeasuredClocks.Entry(ppm: 13, sigma: .infinity, seconds: 600)
    #expect(throws: EncodingError.self) { try clocks.keep(endless, of: "hw:1", at: rate) }
    #expect(try clocks.entry(of: "hw:1", at: rate) == entry(12))
  }

  @Test("an invalid file is an error when read, and is renamed by the next measurement")
  func setsAside() throws {
    try home.write(Data("not JSON".utf8), to: "tuner/clocks.json")
    #expect(throws: DecodingError.self) { try clocks.entry(of: "hw:1", at: rate) }
    let notice = try #require(try clocks.keep(entry(12), of: "hw:1", at: rate))
    #expect(notice.place == home.path + "/tuner/clocks.json")
    #expect(try String(contentsOfFile: notice.aside, encoding: .utf8) == "not JSON")
    #expect("\(notice)".contains("What it held is in \(notice.aside)"))
    #expect(try clocks.keep(entry(12), of: "hw:1", at: rate) == nil)
    #expect(try clocks.entry(of: "hw:1", at: rate) == entry(12))
    let files = try FileManager.default.contentsOfDirectory(atPath: home.path + "/tuner")
    let contents = try files.map {
      try String(contentsOfFile: "\(home.path)/tuner/\($0)", encoding: .utf8)
    }
    #expect(contents.contains("not JSON"))
  }
}
