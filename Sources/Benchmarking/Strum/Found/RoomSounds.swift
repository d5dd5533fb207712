// SPDX-License-Identifier: MIT

internal import TestSignals

/// A room in which nobody plays: voices, blows, friction and machines.
///
/// A sung note is a pitch, which may count as that of a string, so nobody sings.
struct RoomSounds: Sendable {
  // | name     | unit | source                                                                |
  // | -------- | ---- | --------------------------------------------------------------------- |
  // | duration | s    | several phrases of a voice: set                                       |
  /// The name of the set.
  static let name = "rooms"
  /// The kinds of room.
  static let scenes = RoomScene.allCases.filter { $0 != .singing }
  private static let duration = 8.0

  /// The room.
  let room: Room

  /// The name of the room in a list: `rooms/speech/9000`.
  var itemName: String { "\(Self.name)/\(room.scene.rawValue)/\(room.seed)" }

  /// Draws a room.
  ///
  /// - Parameters:
  ///   - index: the place in a list of rooms, in which the kinds follow each other.
  ///   - seed: the seed of the list.
  init(_ index: Int, seed: UInt64) {
    room = Room(
      Self.scenes[index % Self.scenes.count], seed: seed &+ UInt64(index), duration: Self.duration)
  }

  /// Renders the room.
  func samples() -> [Float] {
    TestSignal(plucks: [], room: room, duration: room.duration).render(at: StrumTrial.rate)
  }
}
