// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner devices")
struct DevicesCommandTests {
  private let tuner = Program("tuner")

  /// ALSA's configuration with a device that works, and one without a driver behind it.
  private static let configuration = """
    pcm.quiet { type null hint { show on description "Never a sound" } }
    pcm.broken { type hw card 31 hint { show on description "A card that was unplugged" } }
    """

  /// ALSA's configuration with a plugin that stands in for that of PipeWire, and nothing else: the
  /// system's configuration may have the plugin itself.
  private static let plugin = """
    pcm.pipewire {
      @args [ NODE ]
      @args.NODE { type string default "-1" }
      type null
      hint { show on description "PipeWire" }
    }
    """

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    let configuration = try ALSAConfiguration(Self.configuration)
    return try tuner.run(arguments, environment: configuration.environment)
  }

  @Test("lists the abilities of each device as text, or the reason and the remedy")
  func text() throws {
    let outcome = try run(["devices"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("To listen to:\n"))
    #expect(outcome.output.contains("To sound on:\n"))
    #expect(outcome.output.contains("  quiet  Never a sound\n"))
    #expect(outcome.output.contains("FLOAT_LE"))
    #expect(
      outcome.output.contains("  broken  A card that was unplugged\n      can't be used: it "))
    // The list is no remedy for itself.
    #expect(!outcome.output.contains("tuner devices"))
  }

  /// Lists the devices with a program that stands in for `pw-dump`.
  private func list(
    _ script: String?, _ arguments: [String] = ["devices"]
  ) throws -> Program.Outcome {
    let place = try TemporaryDirectory()
    defer { withExtendedLifetime(place) {} }
    var path = place.path
    if let script {
      let program = try place.writeProgram(script, named: "pw-dump")
      path = (program as NSString).deletingLastPathComponent + ":/usr/bin:/bin"
    }
    let configuration = try ALSAConfiguration(Self.plugin, onTopOfSystem: false)
    return try tuner.run(
      arguments, environment: configuration.environment.merging(["PATH": path]) { $1 })
  }

  @Test("lists the devices of PipeWire behind its plugin, by the names that open them")
  func pipewire() throws {
    let outcome = try list(
      """
      cat <<'END'
      [ { "type": "PipeWire:Interface:Node", "info": { "props": {
          "node.name": "guitar", "node.description": "A guitar", "media.class": "Audio/Source" } } },
        { "type": "PipeWire:Interface:Node", "info": { "props": {
          "node.name": "two words", "media.class": "Audio/Sink" } } } ]
      END
      """)
    #expect(outcome.status == 0)
    let parts = outcome.output.components(separatedBy: "To sound on:\n")
    try #require(parts.count == 2)
    #expect(
      parts[0].contains("  pipewire:NODE=guitar  A guitar\n") && !parts[0].contains("two words"))
    #expect(parts[1].contains("  pipewire:NODE=\"two words\"\n") && !parts[1].contains("guitar"))
    #expect(!outcome.output.contains("can't be used: it is not there"))
  }

  @Test("a node that PipeWire does not have is refused, and one that it has is opened")
  func pipewireNode() throws {
    let script = """
      echo '[ { "type": "PipeWire:Interface:Node", "info": { "props": {
      "node.name": "guitar", "media.class": "Audio/Source" } } } ]'
      """
    let listen = ["live", "-f", "ndjson", "--seconds", "0.1", "--no-practice", "--no-report"]
    let there = try list(script, listen + ["-d", "pipewire:NODE=guitar"])
    #expect(there.status == 0, "\(there.errors)")
    let gone = try list(script, listen + ["-d", "pipewire:NODE=guitars"])
    #expect(
      gone.status == 3
        && gone.errors.hasPrefix("tuner: device \"pipewire:NODE=guitars\" is not there."))
  }

  @Test("says why the devices of PipeWire are not listed")
  func pipewireAbsent() throws {
    #expect(try list(nil).output.contains("pw-dump is missing. Install it"))
    let failed = try list("echo \"can't connect: Host is down\" >&2; exit 1")
    #expect(failed.output.contains("pw-dump failed (can't connect: Host is down)"))
    #expect(try list("echo '[ {'").output.contains("line 2 of its output is no JSON"))
  }

  @Test("lists the same as JSON, with null for unknown values")
  func json() throws {
    let outcome = try run(["devices", "--format", "json"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(document["schema"] as? String == "tuner.devices/1")
    let devices = try #require(document["devices"] as? [[String: Any]])
    for direction in ["capture", "playback"] {
      let named = { (name: String) in
        devices.first {
          $0["name"] as? String == name && $0["direction"] as? String == direction
        }
      }
      let quiet = try #require(named("quiet"))
      #expect(quiet["error"] is NSNull)
      #expect((quiet["rates_hz"] as? [Int])?.contains(48000) == true)
      #expect((quiet["formats"] as? [String])?.contains("S16_LE") == true)
      #expect(quiet["channels_min"] as? Int == 1)
      let broken = try #require(named("broken"))
      #expect((broken["error"] as? String)?.contains("tuner devices") == true)
      #expect(broken["formats"] is NSNull)
    }
  }

  @Test("names the remedy if there is no device")
  func none() throws {
    let empty = try ALSAConfiguration("", onTopOfSystem: false)
    let environment = empty.environment
    let outcome = try tuner.run(["devices"], environment: environment)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("No device. Plug one in"))
    let json = try tuner.run(["devices", "-f", "json"], environment: environment)
    #expect(json.output == "{\n  \"schema\": \"tuner.devices/1\",\n  \"devices\": []\n}\n")
    let live = try tuner.run(["live"], environment: environment)
    #expect(live.status == 3)
    #expect(live.errors.hasPrefix("tuner: device \"default\" is not there."))
  }
}
