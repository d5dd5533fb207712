// SPDX-License-Identifier: MIT

import ALSAAudio
import FileFormats
import Terminal

/// Devices as text and as JSON.
struct DeviceSheet {
  let devices: [ALSADevice]

  /// A block of lines for each device, capture devices first.
  var text: String {
    StreamDirection.allCases.map { direction in
      let title = direction == .capture ? "To listen to:" : "To sound on:"
      let blocks = devices.filter { $0.direction == direction }.map(Self.block)
      let nothing = "  No device. Plug one in, or start the sound server.\n"
      return title + "\n" + (blocks.isEmpty ? nothing : blocks.joined())
    }.joined(separator: "\n")
  }

  private static func block(_ device: ALSADevice) -> String {
    let summary = device.summary.isEmpty ? "" : "  \(printable(device.summary))"
    let second =
      switch device.abilities {
      case .success(let abilities): words(for: abilities)
      case .failure(let error): "can't be used: it \(error.complaint). \(error.remedy)"
      }
    let nodes = device.name == "pipewire" ? Self.nodes(device.direction) : ""
    return "  \(printable(device.name))\(summary)\n      \(printable(second))\n" + nodes
  }

  /// Returns how to name one device of PipeWire, which ALSA shows as a single one.
  private static func nodes(_ direction: StreamDirection) -> String {
    let kind = direction == .capture ? "Audio/Source" : "Audio/Sink"
    return
      "      one device of PipeWire: -d pipewire:NODE=NAME; pw-cli ls Node shows the names, as "
      + "node.name of each \(kind)\n"
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
