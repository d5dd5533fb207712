// SPDX-License-Identifier: MIT

internal import Acoustics

/// Limits the confidence in a pitch until its readings have stayed within a few cents.
///
/// A string holds its pitch as soon as it sounds; the pitch of a voice, of a hinge or of a chair on the
/// floor moves by 3 to 30 cents an update. So a pitch must stay once before it is clear. After that it
/// may move in a bend, a slide or a vibrato. A stroke, which is much louder than the sound before it,
/// has less to prove, and so has a note that follows a string's, or a pitch that sounded a moment ago.
///
/// A knock holds its pitch too, but dies within a tenth of a second: while the level falls faster than
/// a string's, a pitch that has just become clear is only heard.
struct PitchStationarity {
  /// Readings that stay within a range.
  private struct Stay {
    /// The range in cents, and in standard errors of a reading where that is more.
    let range: Double
    let errors: Double
    /// The time for which the readings have stayed, in seconds; `nil` without one.
    private var seconds: Double?
    private var count = 0
    private var low = 0.0
    private var high = 0.0

    init(range: Double, errors: Double) {
      self.range = range
      self.errors = errors
    }

    mutating func end() { seconds = nil }

    /// Adds a reading, in cents over any reference.
    mutating func add(_ cents: Double, sigma: Double, after elapsed: Double) {
      let (lower, upper) = (min(low, cents), max(high, cents))
      if let seconds, upper - lower <= max(range, errors * sigma) {
        (low, high) = (lower, upper)
        self.seconds = seconds + elapsed
        count += 1
      } else {
        (low, high) = (cents, cents)
        (seconds, count) = (0, 1)
      }
    }

    /// True where the last reading began another stay.
    var hasBegun: Bool { seconds == 0 }

    /// Returns true where enough readings have stayed for long enough.
    func hasStayed(for least: Double, readings: Int) -> Bool {
      guard let seconds, seconds >= least - PitchStationarity.instant else { return false }
      return count >= readings || seconds >= PitchStationarity.fewSeconds
    }
  }

  // | name           | unit  | source                                                              |
  // | -------------- | ----- | ------------------------------------------------------------------- |
  // | clear          | c, 1  | range in which a pitch stays before it is clear: fitted on speech … |
  // | clearSeconds   | s     | … and on recorded notes; speech stays so for less                   |
  // | clearReadings  | 1     | at few updates a second, fewer readings stay by chance              |
  // | fewSeconds     | s     | time over which fewer readings are enough: 10 updates a second      |
  // | struck         | c, 1  | the same after a stroke                                             |
  // | struckSeconds  | s     | the same after a stroke                                             |
  // | struckReadings | 1     | the same after a stroke                                             |
  // | heard          | c, 1  | range in which a pitch stays before it is heard at all              |
  // | heardSeconds   | s     | the same time                                                       |
  // | heardReadings  | 1     | the same number                                                     |
  // | lasting        | s     | a pitch without a break is clear then: a vibrato never stays        |
  // | stroke         | 1     | power of a stroke over the quiet before it: 20 dB                   |
  // | strokeSeconds  | s     | time after an onset in which the power has risen                    |
  // | youngSeconds   | s     | age up to which a stroke is heard without staying                   |
  // | rise           | 1/s   | nepers of power by which the quiet is forgotten: 100 dB a second    |
  // | samePitch      | c     | a pitch that returns is the same within a stroke's glide …          |
  // | returnSeconds  | s     | … and after this time; a note that follows in it has less to prove  |
  // | fall           | 1/s   | nepers of power that a string loses at most: 45 dB a second         |
  // | fallen         | 1     | power lost beyond that, from which a sound dies: 2 dB               |
  // | dyingSeconds   | s     | time for which a clear pitch may be that of a knock                 |
  // | sameHeard      | 1     | confidence from which a pitch returns                               |
  // | highestHeard   | 1     | below the 0.7 of a clear pitch                                      |
  // | highestUnsure  | 1     | below the 0.3 of a displayed pitch                                  |
  private static let clear = (cents: 10.0, errors: 2.0)
  private static let clearSeconds = 0.12
  private static let clearReadings = 4
  private static let fewSeconds = 0.2
  private static let struck = (cents: 3.0, errors: 1.0)
  private static let struckSeconds = 0.05
  private static let struckReadings = 4
  private static let heard = (cents: 15.0, errors: 2.0)
  private static let heardSeconds = 0.05
  private static let heardReadings = 3
  private static let lasting = 0.7
  private static let stroke = 100.0
  private static let strokeSeconds = 0.05
  private static let youngSeconds = 0.2
  private static let rise = 23.0
  private static let samePitch = 30.0
  private static let returnSeconds = 0.15
  private static let fall = 10.36
  private static let fallen = 1.585
  private static let dyingSeconds = 0.35
  private static let sameHeard = 0.3
  private static let highestHeard = 0.65
  private static let highestUnsure = 0.29
  /// Updates come at multiples of a hop, so 0.1 s may come out as 0.0999….
  private static let instant = 1e-6

  private var clearStay = Stay(range: clear.cents, errors: clear.errors)
  private var struckStay = Stay(range: struck.cents, errors: struck.errors)
  private var heardStay = Stay(range: heard.cents, errors: heard.errors)
  /// The power before the sound, a mean square; `nil` before the first update.
  private var quiet: Double?
  /// The power that a string would have left since the pitch began to stay, a mean square.
  private var loud = 0.0
  private var isClear = false
  private var isHeard = false
  /// True where the note began with a stroke or after a clear pitch.
  private var isTrusted = true
  /// The last clear pitch in cents over 1 Hz, and the time since then.
  private var known = 0.0
  private var sinceKnown = Double.infinity
  /// The time since the pitch became clear, in seconds.
  private var sinceClear = 0.0

  /// Passes the time of an update.
  mutating func advance(_ update: UpdateContext) {
    sinceKnown += update.seconds
    sinceClear += update.seconds
    if update.isNewNote {
      isTrusted = sinceKnown < Self.returnSeconds
    } else if update.age == nil {
      // The stream began with this sound; nobody knows how.
      isTrusted = true
    }
    let before = (quiet ?? update.power) * exponential(of: Self.rise * min(update.seconds, 1))
    let quiet = min(update.power, before)
    self.quiet = quiet
    if let age = update.age, age < Self.strokeSeconds, update.power >= Self.stroke * quiet {
      isTrusted = true
    }
  }

  /// Begins another pitch: the update had none.
  mutating func forget() {
    clearStay.end()
    struckStay.end()
    heardStay.end()
    (isClear, isHeard) = (false, false)
  }

  /// Adds a reading and returns the highest confidence that it may have.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - sigma: its standard error in cents; `nil` where its partials could not be measured.
  ///   - confidence: the confidence in it, 0…1.
  ///   - unbroken: the time for which its steps were small, in seconds.
  ///   - update: the segment of the update.
  /// - Returns: 0…1.
  mutating func limit(
    _ frequency: Double, sigma: Double?, confidence: Double, unbroken: Double,
    in update: UpdateContext
  ) -> Double {
    if unbroken == 0 { (isClear, isHeard) = (false, false) }
    let cents = 1200 * binaryLogarithm(of: frequency)
    if let sigma {
      clearStay.add(cents, sigma: sigma, after: update.seconds)
      struckStay.add(cents, sigma: sigma, after: update.seconds)
      heardStay.add(cents, sigma: sigma, after: update.seconds)
    } else {
      clearStay.end()
      struckStay.end()
      heardStay.add(cents, sigma: 0, after: update.seconds)
    }
    let left = loud * exponential(of: -Self.fall * min(update.seconds, 1))
    loud = clearStay.hasBegun && !isClear ? update.power : max(update.power, left)
    let isYoung = isTrusted && (update.age ?? update.sounding) < Self.youngSeconds
    let returns =
      sinceKnown < Self.returnSeconds && abs(cents - known) < Self.samePitch
      && confidence >= Self.sameHeard
    if returns || unbroken >= Self.lasting
      || clearStay.hasStayed(for: Self.clearSeconds, readings: Self.clearReadings)
      || isYoung && struckStay.hasStayed(for: Self.struckSeconds, readings: Self.struckReadings)
    {
      if !isClear, sinceKnown >= Self.returnSeconds { sinceClear = 0 }
      isClear = true
    }
    if heardStay.hasStayed(for: Self.heardSeconds, readings: Self.heardReadings) { isHeard = true }
    if isClear {
      (known, sinceKnown) = (cents, 0)
      let isDying = loud > Self.fallen * update.power && sinceClear < Self.dyingSeconds
      return isDying ? Self.highestHeard : 1
    }
    return isHeard || isYoung ? Self.highestHeard : Self.highestUnsure
  }
}
