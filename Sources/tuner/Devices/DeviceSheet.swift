// SPDX-License-Identifier: MIT

import ALSAAudio
import FileFormats
import Terminal
import TunerAnalysis

/// Devices as text and as JSON.
struct DeviceSheet {
  let devices: [ALSADevice]
  /// The nodes of PipeWire; `nil` if ALSA has no plugin for it.
  let pipewire: PipeWireListing?

  /// Lists the devices of ALSA, and the devices of PipeWire that its plugin offers.
  static func current(includesConverters: Bool, environment: [String: String]) -> DeviceSheet {
    var pipewire: PipeWireListing?
    let devices = StreamDirection.allCases.flatMap { direction in
      ALSADevice.list(direction, includesConverters: includesConverters).flatMap { device in
        guard device.name == plugin else { return [device] }
        let listing = pipewire ?? .current(environment: environment)
        pipewire = listing
        guard case .nodes(let nodes) = listing else { return [device] }
        return [device]
          + nodes.filter { direction == .capture ? $0.isSource : $0.isSink }
          .map { ALSADevice.named($0.deviceName, summary: $0.summary, direction) }
      }
    }
    return DeviceSheet(devices: devices, pipewire: pipewire)
  }

  /// The name of ALSA's plugin for PipeWire, which offers all devices of PipeWire.
  private static let plugin = "pipewire"

  /// A block of lines for each device, capture devices first.
  var text: String {
    StreamDirection.allCases.map { direction in
      let title = direction == .capture ? "To listen to:" : "To sound on:"
      let blocks = devices.filter { $0.direction == direction }.map(block)
      let nothing = "  No device. Plug one in, or start the sound server.\n"
      return title + "\n" + (blocks.isEmpty ? nothing : blocks.joined())
    }.joined(separator: "\n")
  }

  private func block(_ device: ALSADevice) -> String {
    let summary = device.summary.isEmpty ? "" : "  \(printable(device.summary))"
    let second =
      switch device.abilities {
      case .success(let abilities): Self.words(for: abilities)
      case .failure(let error): Self.words(for: error)
      }
    let nodes = device.name == Self.plugin ? missingNodes : ""
    return "  \(printable(device.name))\(summary)\n      \(printable(second))\n" + nodes
  }

  /// The reason why the devices of PipeWire are not listed, in a line; empty if they are.
  private var missingNodes: String {
    switch pipewire {
    case nil, .nodes: ""
    case .noProgram:
      "      its devices are not listed: pw-dump is missing. Install it, on Debian with: "
        + "apt install pipewire-bin\n"
    case .failed(let reason):
      "      its devices are not listed: pw-dump failed (\(printable(reason))). Start PipeWire\n"
    }
  }

  /// Returns the reason why a device can't be used, in a list that has the other ones.
  private static func words(for error: ALSAError) -> String {
    "can't be used: it \(error.complaint). \(error.ownRemedy ?? "Choose another one")"
  }

  private static func words(for abilities: DeviceAbilities) -> String {
    let channels = abilities.channels
    let count =
      channels.lowerBound == channels.upperBound
      ? "\(channels.lowerBound)" : "\(channels.lowerBound) to \(channels.upperBound)"
    let rates =
      abilities.agreedRates.isEmpty
      ? "\(abilities.rates.lowerBound) to \(abilities.rates.upperBound) Hz"
      : abilities.agreedRates.map(String.init).joined(separator: " ") + " Hz"
    let formats = abilities.formats.map(\.description).joined(separator: " ")
    return "\(count == "1" ? "1 channel" : count + " channels"); \(rates); \(formats)"
  }

  /// One JSON document with an object for each device.
  ///
  /// The member `error` is null for a usable device. For any other device, the channels, rates and
  /// formats are null.
  var json: String {
    let objects = devices.map { "    \(Self.object($0).spaced)" }
    let body = objects.isEmpty ? "[]" : "[\n" + objects.joined(separator: ",\n") + "\n  ]"
    return "{\n  \"schema\": \"tuner.devices/1\",\n  \"devices\": \(body)\n}\n"
  }

  private static func object(_ device: ALSADevice) -> JSONValue {
    let abilities = try? device.abilities.get()
    let error: String? =
      if case .failure(let error) = device.abilities { error.description } else { nil }
    return .object([
      ("name", .text(device.name)), ("description", .text(device.summary)),
      ("direction", .text(device.direction.rawValue)),
      ("channels_min", JSONValue(abilities?.channels.lowerBound)),
      ("channels_max", JSONValue(abilities?.channels.upperBound)),
      ("rate_min_hz", JSONValue(abilities?.rates.lowerBound)),
      ("rate_max_hz", JSONValue(abilities?.rates.upperBound)),
      ("rates_hz", abilities.map { .array($0.agreedRates.map { JSONValue($0) }) } ?? .null),
      ("formats", abilities.map { .array($0.formats.map { .text("\($0)") }) } ?? .null),
      ("error", JSONValue(error)),
    ])
  }
}
