// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

/// A directory with a hosts file and a journal, and the tuner that uses it.
struct GatePlace {
  static let original = "127.0.0.1 localhost\n"

  let tuner = Program("tuner")
  let place: TemporaryDirectory
  let hosts: String
  let journal: String
  private let zone: String

  /// Makes a place in a zone; by default in one where it is noon.
  init(zone: String? = nil) throws {
    let hoursWest = Int(Date().timeIntervalSince1970) / 3600 % 24 - 12
    self.zone = zone ?? "Etc/GMT" + (hoursWest < 0 ? "\(hoursWest)" : "+\(hoursWest)")
    place = try TemporaryDirectory(holding: ["hosts": Data(Self.original.utf8)])
    hosts = place.path + "/hosts"
    journal = place.path + "/data/headstock/practice/journal"
  }

  /// The environment, in a zone where it was noon at the start: no test runs into another day.
  var variables: [String: String?] {
    ["XDG_DATA_HOME": place.path + "/data", "TZ": zone]
  }

  func run(_ arguments: String..., input: Data? = nil) throws -> Program.Outcome {
    try tuner.run(arguments, input: input, environment: variables)
  }

  func setUp(_ more: String...) throws {
    let outcome = try tuner.run(
      ["gate", "setup", "--yes", "--target", "youtube.com", "--hosts-file", hosts] + more,
      environment: variables)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// The hosts file.
  func text() throws -> String { try String(contentsOfFile: hosts, encoding: .utf8) }

  /// Notes of half a second, one after another: a minute of playing.
  func playing(seconds: Int = 60) throws -> String {
    let notes = [110.0, 146.83, 196, 246.94, 329.63, 164.81]
    var samples: [Float] = []
    for index in 0..<(seconds * 2) {
      samples += WAVE.pluck(notes[index % notes.count], rate: 16000, seconds: 0.75).dropFirst(4000)
    }
    return try place.write(WAVE.floats(samples, rate: 16000), to: "playing \(seconds).wav")
  }
}
