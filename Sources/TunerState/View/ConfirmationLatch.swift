// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// Tells one confirmation from the next.
public struct ConfirmationToken: Hashable, Sendable {
  let number: UInt64
}

/// A confirmation that is being shown.
public struct PendingConfirmation: Hashable, Sendable {
  /// Which one it is.
  public let token: ConfirmationToken
  /// The string or note that came in tune; `nil` where the result named none.
  public let target: PitchTarget?
  /// Where the note began; `nil` where the result did not say.
  public let onset: SamplePosition?
  /// When it ends by itself, since the session began.
  public let deadline: Duration
}

/// Decides when a string has come in tune, once for each time that it does.
///
/// A stay in tune belongs to a string and a note's onset. It ends with another string, another
/// stroke, a deviation out of the window, or 400 ms of silence; doubt and a shorter silence
/// interrupt it and do not end it. Each stay is confirmed once, when it has lasted for the hold time.
struct ConfirmationLatch: Hashable, Sendable {
  /// For how long a confirmation is shown.
  static let shown = Duration.seconds(2)
  /// How long it must be silent before the same note counts as another one.
  static let rearming = Duration.milliseconds(400)

  private(set) var pending: PendingConfirmation?
  private var stay: Stay?
  private var silentSince: Duration?
  private var tokens: UInt64 = 0

  private struct Stay: Hashable, Sendable {
    var target: PitchTarget?
    var onset: SamplePosition?
    /// Since when it has been in tune without a break; `nil` after one.
    var since: Duration?
    var isConfirmed = false
    /// Whether it has deviated since it was last in tune.
    var hasLeft = false
  }

  /// Takes in what a result says, and tells whether a confirmation begins.
  ///
  /// - Parameters:
  ///   - state: what the result says to a player.
  ///   - result: the result.
  ///   - now: its time, not before the one before.
  ///   - hold: how long it must stay in tune first.
  /// - Returns: whether `pending` is another one than before.
  /// - Complexity: O(1). Does not allocate.
  mutating func advance(
    _ state: TuningState, _ result: PitchResult, at now: Duration, hold: Duration
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
    var stay = self.stay ?? Stay(target: result.target, onset: result.onset)
    if stay.target != result.target || stay.onset != result.onset
      || stay.hasLeft && !isShowing(stay)
    {
      stay = Stay(target: result.target, onset: result.onset)
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

  /// Whether this very note's confirmation is still shown: leaving the window and coming back within
  /// two seconds is no news.
  private func isShowing(_ stay: Stay) -> Bool {
    guard let pending else { return false }
    return pending.target == stay.target && pending.onset == stay.onset
  }

  /// Ends what is shown.
  ///
  /// - Returns: what was; `nil` when nothing was.
  mutating func dismiss() -> PendingConfirmation? {
    defer { pending = nil }
    return pending
  }

  /// Forgets what was heard; tokens are never used again.
  mutating func rearm() {
    stay = nil
    silentSince = nil
  }
}
