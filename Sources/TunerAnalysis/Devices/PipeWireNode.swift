// SPDX-License-Identifier: MIT

package import FileFormats

/// A node of PipeWire that captures or plays sound: a microphone, a loudspeaker, an interface.
package struct PipeWireNode: Hashable, Sendable {
  /// The value of `node.name`.
  package let name: String
  /// The value of `node.description`, else of `node.nick`; empty if the node has neither.
  package let summary: String
  /// True if sound can be captured from the node.
  package let isSource: Bool
  /// True if sound can be played to the node.
  package let isSink: Bool

  /// The name under which ALSA's plugin for PipeWire opens the node.
  package var deviceName: String {
    let isPlain = name.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
        || [45, 46, 95].contains($0)
    }
    // ALSA reads an argument with other characters in quotes.
    return "pipewire:NODE=" + (isPlain ? name : "\"\(name)\"")
  }

  /// Returns the name of the node that a device of ALSA stands for.
  ///
  /// - Parameter deviceName: the name of a device.
  /// - Returns: the name behind `pipewire:NODE=`; `nil` for another device, and for a node that is
  ///   named by its number.
  static func name(in deviceName: String) -> String? {
    let prefix = "pipewire:NODE="
    guard deviceName.hasPrefix(prefix) else { return nil }
    let rest = deviceName.dropFirst(prefix.count)
    let name =
      rest.hasPrefix("\"") ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != "," }
    return Int(name) == nil ? String(name) : nil
  }

  /// Reads the nodes that capture or play sound from the output of `pw-dump`.
  ///
  /// Other objects, drivers, and the streams of programs are omitted.
  ///
  /// - Parameter bytes: a JSON list of objects.
  /// - Returns: the nodes, in their order.
  /// - Throws: `JSONError` for bytes that are no JSON.
  package static func nodes(in bytes: [UInt8]) throws(JSONError) -> [PipeWireNode] {
    // The parameters of a node nest deeper and wider than documents that people write.
    let limits = JSONLimits(depth: 64, memberCount: 4096, allowsRepeatedKeys: true)
    guard case .list(let objects) = try JSONNode(bytes, limits: limits).content else { return [] }
    return objects.compactMap(PipeWireNode.init)
  }

  private init?(_ object: JSONNode) {
    guard object["type"]?.words == "PipeWire:Interface:Node",
      let properties = object["info"]?["props"], let name = properties["node.name"]?.words,
      let kind = properties["media.class"]?.words, !name.isEmpty,
      // ALSA can't read a quote inside quotes.
      !name.contains("\"")
    else { return nil }
    // A virtual node has a class such as Audio/Source/Virtual.
    let parts = kind.split(separator: "/")
    guard parts.count >= 2, parts[0] == "Audio" else { return nil }
    self.name = name
    summary = properties["node.description"]?.words ?? properties["node.nick"]?.words ?? ""
    isSource = parts[1] == "Source" || parts[1] == "Duplex"
    isSink = parts[1] == "Sink" || parts[1] == "Duplex"
  }
}

extension JSONNode {
  /// Returns the member of an object; `nil` for none, and for another value.
  fileprivate subscript(key: String) -> JSONNode? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The text; `nil` for another value.
  fileprivate var words: String? {
    if case .text(let text) = content { text } else { nil }
  }
}
