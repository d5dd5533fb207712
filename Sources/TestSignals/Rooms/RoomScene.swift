// SPDX-License-Identifier: MIT

/// A kind of room without an instrument in use.
package enum RoomScene: String, Hashable, CaseIterable, Sendable {
  /// One person speaks.
  case speech
  /// Two people speak in turn and at once.
  case conversation
  /// Many people speak at once.
  case crowd
  /// A child speaks and laughs.
  case child
  /// People laugh.
  case laughter
  /// Somebody sings; the held notes are pitches, and are not scored.
  case singing
  /// Voices, applause and effects from a small loudspeaker.
  case television
  /// Knocks on wood, a table or a floor.
  case knocks
  /// Somebody walks.
  case steps
  /// Doors and drawers of cupboards, with their hinges.
  case doors
  /// Chairs that are moved.
  case chairs
  /// Plates, glasses and keys.
  case dishes
  /// A guitar that is put down and picked up, its strings damped.
  case handling
  /// A fan.
  case fan
  /// A refrigerator that starts, runs and stops.
  case refrigerator
  /// Speech, steps, knocks and a fan together.
  case household
}
