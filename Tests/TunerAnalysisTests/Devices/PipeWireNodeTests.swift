// SPDX-License-Identifier: MIT

import FileFormats
import Foundation
import Testing

@testable import TunerAnalysis

@Suite("The nodes of PipeWire")
struct PipeWireNodeTests {
  private func nodes(_ text: String) throws -> [PipeWireNode] {
    try PipeWireNode.nodes(in: Array(text.utf8))
  }

  // Written by pw-dump 0.3.65 beside a virtual source and a null sink.
  @Test("a recorded list has one source and one sink")
  func recorded() throws {
    let file = try #require(Bundle.module.url(forResource: "pw-dump", withExtension: "json"))
    let nodes = try PipeWireNode.nodes(in: [UInt8](try Data(contentsOf: file)))
    #expect(nodes.map(\.name) == ["guitar", "speakers"])
    #expect(nodes.map(\.summary) == ["Guitar (virtual)", "Speakers (null)"])
    #expect(nodes.map(\.isSource) == [true, false] && nodes.map(\.isSink) == [false, true])
    #expect(nodes.map(\.deviceName) == ["pipewire:NODE=guitar", "pipewire:NODE=speakers"])
  }

  @Test("streams of programs, cameras, MIDI and objects without a name are no devices")
  func others() throws {
    let properties = [
      #""media.class": "Stream/Input/Audio", "node.name": "a""#,
      #""media.class": "Video/Source", "node.name": "a""#,
      #""media.class": "Midi/Bridge", "node.name": "a""#, #""media.class": "Audio/Source""#,
      #""media.class": "Audio", "node.name": "a""#,
      #""media.class": "Audio/Source", "node.name": "a\"b""#, #""node.name": 7"#,
    ]
    for text in properties {
      #expect(
        try nodes("[{\"type\": \"PipeWire:Interface:Node\", \"info\": {\"props\": {\(text)}}}]")
          .isEmpty, "\(text)")
    }
    #expect(try nodes("{}").isEmpty && nodes("[1, null, [], {}]").isEmpty)
    #expect(throws: JSONError.self) { try nodes("[{") }
  }

  @Test(
    "the name of a device has that of its node",
    arguments: [
      ("pipewire:NODE=guitar", "guitar"), ("pipewire:NODE=guitar,ROLE=Music", "guitar"),
      ("pipewire:NODE=\"my card, front\"", "my card, front"), ("pipewire:NODE=34", nil),
      ("pipewire", nil), ("hw:1", nil),
    ] as [(String, String?)])
  func names(device: String, name: String?) {
    #expect(PipeWireNode.name(in: device) == name)
  }

  @Test("a node that does both is a source and a sink, and a name with blanks is quoted")
  func both() throws {
    let node = try #require(
      nodes(
        """
        [{"type": "PipeWire:Interface:Node", "info": {"props": {
          "media.class": "Audio/Duplex", "node.name": "my card, front", "node.nick": "Card"}}}]
        """
      ).first)
    #expect(node.isSource && node.isSink && node.summary == "Card")
    #expect(node.deviceName == "pipewire:NODE=\"my card, front\"")
  }
}
