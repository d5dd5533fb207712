// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// The number of a confirmation.
public struct ConfirmationToken: Hashable, Sendable {
  let number: UInt64
}

/// A displayed confirmation.
public struct PendingConfirmation: Hashable, Sendable {
  /// The number.
  public let token: ConfirmationToken
  /// The string or note in tune; `nil` if the result had none.
  public let target: PitchTarget?
  /// The onset of the note; `nil` if the result had none.
  public let onset: SamplePosition?
  /// The time at which it ends by itself, since the session began.
  public let deadline: Duration
}

/// Confirms that a string has come in tune, once per stay.
///
/// A stay in tune belongs to a string and an onset. It ends with another string, another stroke, a
/// deviation out of the window, or 400 ms of silence. Unclear readings and shorter silence
/// interrupt a stay but do not end it. Each stay is confirmed once, after the hold time.
struct ConfirmationLatch: Hashable, Sendable {
  /// The duration of a displayed confirmation.
  static let shown = Duration.seconds(2)
  /// The duration of silence after which the same note starts another stay.
  static let rearming = Duration.milliseconds(400)

  private(set) var pending: PendingConfirmation?
  private var stay: Stay?
  private var silentSince: Duration?
  private var tokens: UInt64

  /// Makes a latch.
  ///
  /// - Parameter firstToken: the number before that of the first confirmation. Latches whose
  ///   confirmations are displayed together count from distant numbers.
  init(firstToken: UInt64 = 0) { tokens = firstToken }

  private struct Stay: Hashable, Sendable {
    var target: PitchTarget?
    var onset: SamplePosition?
    /// The time since which it has been in tune without a break; `nil` after a break.
    var since: Duration?
    var isConfirmed = false
    /// True if it has deviated since it was last in tune.
    var hasLeft = false
  }

  /// Follows a reading and returns true if a confirmation begins.
  ///
  /// - Parameters:
  ///   - state: the tuning state of the reading.
  ///   - target: the string or note; `nil` without one.
  ///   - onset: the onset of the note; `nil` without one.
  ///   - now: its time, not before the previous one.
  ///   - hold: the time in tune before a confirmation.
  /// - Returns: true if `pending` has changed.
  /// - Complexity: O(1). Does not allocate.
  mutating func advance(
    _ state: TuningState, _ target: PitchTarget?, onset: SamplePosition?, at now: Duration,
    hold: Duration
  ) -> Bool {
    if let silentSince, now - silentSince >= Self.rearming { stay = nil }
    silentSince = state == .silent ? silentSince ?? now : nil
    switch state {
    case .silent, .detecting, .active:
      stay?.since = nil
      return false
    case .slightlyFlat, .veryFlat, .slightlySharp, .verySharp:
      stay?.since = nil
      stay?.hasLeft = true
      return false
    case .inTune: break
    }
    var stay = self.stay ?? Stay(target: target, onset: onset)
    if stay.target != target || stay.onset != onset || stay.hasLeft && !isShowing(stay) {
      stay = Stay(target: target, onset: onset)
    }
    stay.hasLeft = false
    let since = stay.since ?? now
    stay.since = since
    let isDue = !stay.isConfirmed && now - since >= hold
    if isDue { stay.isConfirmed = true }
    self.stay = stay
    guard isDue else { return false }
    tokens += 1
    pending = PendingConfirmation(
      token: ConfirmationToken(number: tokens), target: stay.target, onset: stay.onset,
      deadline: now + Self.shown)
    return true
  }

  /// True while the confirmation of this very note is displayed.
  ///
  /// A string that leaves the window and returns in that time is not confirmed again.
  private func isShowing(_ stay: Stay) -> Bool {
    guard let pending else { return false }
    return pending.target == stay.target && pending.onset == stay.onset
  }

  /// Ends the displayed confirmation.
  ///
  /// - Returns: the confirmation; `nil` for none.
  mutating func dismiss() -> PendingConfirmation? {
    defer { pending = nil }
    return pending
  }

  /// Discards the stay.
  ///
  /// Numbers are never reused.
  mutating func rearm() {
    stay = nil
    silentSince = nil
  }
}
