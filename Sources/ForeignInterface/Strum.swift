// SPDX-License-Identifier: MIT

internal import Acoustics
public import CHeadstock
internal import PitchDetection
internal import SignalProcessing
internal import Tuning

/// The engine behind a `headstock_strum`.
final class Strum: ForeignObject {
  private var engine: StrumEngine
  private let targets: [Hertz]
  private let numbers: [Int]
  private let clock: PartsPerMillion
  private let sampleRate: SampleRate
  /// The readings of the newest stroke.
  private var readings: StrokeReadings
  /// The onsets of the newest stroke at the last update.
  private var onsets: ClosedRange<SamplePosition>?
  /// True if a string of the newest stroke has sounded.
  private var isCounted = false
  private var strokeCount = 0
  private var position = SamplePosition.start
  /// The position at which the engine's stream began.
  private var origin = SamplePosition.start
  private var skippedCount: UInt64 = 0
  /// True if the newest sample was lost.
  private var isInGap = false

  /// Prepares a strum.
  init(_ configuration: Configuration) throws(InterfaceFailure) {
    let (strum, numbers) = try configuration.strum()
    self.numbers = numbers
    clock = configuration.clock
    sampleRate = configuration.sampleRate
    readings = StrokeReadings(stringCount: numbers.count)
    targets = strum.strings.map(\.target)
    do throws(StrumError) {
      engine = try StrumEngine(strum)
    } catch {
      throw InterfaceFailure(error, numbers: numbers)
    }
  }

  /// The number of strings.
  var stringCount: Int { numbers.count }

  /// Takes samples.
  func append(_ samples: Span<Float>) {
    guard samples.count > 0 else { return }
    engine.append(samples)
    position = position.advanced(by: samples.count)
    isInGap = false
  }

  /// Measures all strings.
  func update() {
    engine.update()
    var result = StrumResult(
      timestamp: position, sampleRate: sampleRate, onsets: placedOnsets(),
      readings: StringReadings(count: stringCount))
    for index in 0..<stringCount { result.readings[index] = corrected(index) }
    if result.onsets?.lowerBound != onsets?.lowerBound { beginStroke() }
    onsets = result.onsets
    guard onsets != nil else { return }
    readings.append(result)
    if !isCounted, result.isSounding {
      isCounted = true
      strokeCount += 1
    }
  }

  private func beginStroke() {
    readings.begin()
    isCounted = false
  }

  /// Returns the onsets of the newest stroke as positions of the stream.
  private func placedOnsets() -> ClosedRange<SamplePosition>? {
    guard let onsets = engine.onsets else { return nil }
    let first = placed(onsets.lowerBound)
    return first...max(first, placed(onsets.upperBound))
  }

  private func placed(_ seconds: Double) -> SamplePosition {
    max(.start, origin.advanced(by: Int((seconds * Double(sampleRate.hertz)).rounded())))
  }

  /// Passes over lost samples; returns false if they are too many.
  ///
  /// Strings that ring on after the gap have no onset. Silence before them makes their sound an
  /// onset, so that they are read as another stroke. If no string sounded before the gap, there is
  /// no silence: it could only turn noise into an onset.
  func skip(_ count: UInt64) -> Bool {
    guard count <= ForeignMemory.mostSkipped - skippedCount else { return false }
    guard count > 0 else { return true }
    skippedCount += count
    position = position.advanced(by: Int(count))
    if isInGap {
      origin = origin.advanced(by: Int(count))
      return true
    }
    let isSounding = (0..<stringCount).contains { engine.reading(ofString: $0).state == .sounding }
    engine.reset()
    beginStroke()
    onsets = nil
    origin = position
    if isSounding { appendSilence() }
    isInGap = true
    return true
  }

  /// Begins the engine's stream with silence before the position.
  private func appendSilence() {
    let block: [512 of Float] = .init(repeating: 0)
    var remaining = Int(StrumEngine.silenceSeconds * Double(sampleRate.hertz))
    origin = position.advanced(by: -remaining)
    while remaining > 0 {
      let count = min(remaining, block.count)
      engine.append(block.span.extracting(first: count))
      remaining -= count
    }
  }

  /// Begins a new stream.
  func reset() {
    engine.reset()
    beginStroke()
    onsets = nil
    (position, origin) = (.start, .start)
    (strokeCount, skippedCount, isInGap) = (0, 0, false)
  }

  /// Returns the reading of a string.
  func reading(_ index: Int) -> headstock_string_reading {
    headstock_string_reading(corrected(index), of: targets[index], number: numbers[index])
  }

  /// Returns the reading of a string, corrected for the clock as in a recording.
  private func corrected(_ index: Int) -> StringReading {
    if isInGap { return .unmeasured(.unclear) }
    return engine.reading(ofString: index).corrected(for: clock, target: targets[index])
  }

  /// Returns the reading of a string in the newest stroke; `nil` before it is settled.
  func settledReading(_ index: Int) -> headstock_string_reading? {
    guard isSettled else { return nil }
    let reading = readings.reading(ofString: index)
    return headstock_string_reading(reading, of: targets[index], number: numbers[index])
  }

  private var isSettled: Bool { isCounted && readings.isSettled }

  /// The newest stroke and the position.
  var newest: headstock_newest_stroke {
    headstock_newest_stroke(
      onsets, at: position, number: strokeCount, isSettled: isSettled, rate: sampleRate)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Creates a strum.
@implementation @c
public func headstock_strum_create(
  _ config: UnsafePointer<headstock_config>!, _ strum: UnsafeMutablePointer<OpaquePointer?>!
) -> Int32 {
  reporting { () throws(InterfaceFailure) in
    guard let strum else { throw .argument }
    strum.pointee = nil
    strum.pointee = try Strum(Configuration(config)).held
    return HEADSTOCK_OK
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Destroys a strum.
@implementation @c
public func headstock_strum_destroy(_ strum: OpaquePointer!) { Strum.release(strum) }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the number of strings.
@implementation @c
public func headstock_strum_string_count(_ strum: OpaquePointer!) -> Int {
  Strum.of(strum)?.stringCount ?? 0
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Takes samples.
@implementation @c
public func headstock_strum_append(
  _ strum: OpaquePointer!, _ samples: UnsafePointer<Float>!, _ count: Int
) -> Int32 {
  guard let strum = Strum.of(strum), let block = ForeignMemory.samples(samples, count) else {
    return HEADSTOCK_ERROR_ARGUMENT.rawValue
  }
  withDenormalsFlushed { strum.append(block.span) }
  return HEADSTOCK_OK.rawValue
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Measures all strings.
@implementation @c
public func headstock_strum_update(_ strum: OpaquePointer!) -> Int32 {
  guard let strum = Strum.of(strum) else { return HEADSTOCK_ERROR_ARGUMENT.rawValue }
  withDenormalsFlushed { strum.update() }
  return HEADSTOCK_OK.rawValue
}

/// Writes the reading of a string.
///
/// - Parameters:
///   - place: the program's structure.
///   - size: its size.
///   - index: the string.
///   - strum: the strum.
///   - written: the status if there is a reading; HEADSTOCK_OK if there is none.
///   - reading: returns the reading.
/// - Returns: the status; HEADSTOCK_ERROR_ARGUMENT for a string or structure that does not exist.
private func writing(
  to place: UnsafeMutablePointer<headstock_string_reading>?, size: Int, ofString index: Int,
  of strum: OpaquePointer?, _ written: headstock_status,
  _ reading: (Strum) -> headstock_string_reading?
) -> Int32 {
  guard let strum = Strum.of(strum), let place, (0..<strum.stringCount).contains(index),
    ForeignMemory.holds(place, size: size, least: headstock_string_reading.leastSize)
  else { return HEADSTOCK_ERROR_ARGUMENT.rawValue }
  guard let reading = reading(strum) else { return HEADSTOCK_OK.rawValue }
  ForeignMemory.write(reading, to: place, size: size)
  return written.rawValue
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the reading of a string.
@implementation @c
public func headstock_strum_reading(
  _ strum: OpaquePointer!, _ index: Int,
  _ reading: UnsafeMutablePointer<headstock_string_reading>!, _ size: Int
) -> Int32 {
  writing(to: reading, size: size, ofString: index, of: strum, HEADSTOCK_OK) { $0.reading(index) }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the position and the newest stroke.
@implementation @c
public func headstock_strum_newest(
  _ strum: OpaquePointer!, _ stroke: UnsafeMutablePointer<headstock_newest_stroke>!, _ size: Int
) -> Int32 {
  guard let strum = Strum.of(strum), let stroke,
    ForeignMemory.holds(stroke, size: size, least: headstock_newest_stroke.leastSize)
  else { return HEADSTOCK_ERROR_ARGUMENT.rawValue }
  ForeignMemory.write(strum.newest, to: stroke, size: size)
  return HEADSTOCK_OK.rawValue
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the reading of a string in the newest stroke.
@implementation @c
public func headstock_strum_settled(
  _ strum: OpaquePointer!, _ index: Int,
  _ reading: UnsafeMutablePointer<headstock_string_reading>!, _ size: Int
) -> Int32 {
  writing(to: reading, size: size, ofString: index, of: strum, HEADSTOCK_RESULT) {
    $0.settledReading(index)
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Passes over lost samples.
@implementation @c
public func headstock_strum_skip(_ strum: OpaquePointer!, _ count: UInt64) -> Int32 {
  guard let strum = Strum.of(strum), strum.skip(count) else {
    return HEADSTOCK_ERROR_ARGUMENT.rawValue
  }
  return HEADSTOCK_OK.rawValue
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Begins a new stream.
@implementation @c
public func headstock_strum_reset(_ strum: OpaquePointer!) -> Int32 {
  guard let strum = Strum.of(strum) else { return HEADSTOCK_ERROR_ARGUMENT.rawValue }
  strum.reset()
  return HEADSTOCK_OK.rawValue
}
