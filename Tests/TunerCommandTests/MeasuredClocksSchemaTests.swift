// SPDX-License-Identifier: MIT

import Acoustics
import FileStore
import Foundation
import ProgramRunning
import Testing
import TunerRuntime

@Suite("The file of measured clocks")
struct MeasuredClocksSchemaTests {
  @Test("agrees with its schema, with the keys and units of each measurement")
  func schema() throws {
    let home = try TemporaryDirectory()
    let clocks = MeasuredClocks(
      in: try SettingsDirectory(
        in: UserDirectories(environment: ["XDG_CONFIG_HOME": home.path])))
    let rate = SampleRate(48_000)
    try clocks.keep(.init(ppm: -12.5, sigma: 0.25, seconds: 600), of: "hw:1", at: rate)
    try clocks.keep(.init(ppm: 3, sigma: 0, seconds: 10), of: "plughw:CARD=Mic,DEV=0", at: rate)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: home.path + "/tuner/clocks.json"))
    // The reader validates with the schema.
    let document = try IndependentReader.object("json", bytes)
    #expect(document["schema"] as? String == "tuner.clocks/1")
    #expect(
      document["clocks"] as? [String: [String: Double]] == [
        "hw:1@48000": ["ppm": -12.5, "sigma_ppm": 0.25, "seconds": 600],
        "plughw:CARD=Mic,DEV=0@48000": ["ppm": 3, "sigma_ppm": 0, "seconds": 10],
      ])
  }
}
