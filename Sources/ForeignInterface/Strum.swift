// SPDX-License-Identifier: MIT

internal import Acoustics
public import CHeadstock
internal import PitchDetection
internal import SignalProcessing

/// The engine behind a `headstock_strum`.
final class Strum: ForeignObject {
  private var engine: StrumEngine
  private let targets: [Hertz]
  private let numbers: [Int]
  private let clock: PartsPerMillion

  /// Prepares a strum.
  init(_ configuration: Configuration) throws(InterfaceFailure) {
    let (strum, numbers) = try configuration.strum()
    self.numbers = numbers
    clock = configuration.clock
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
  func append(_ samples: Span<Float>) { engine.append(samples) }

  /// Measures all strings.
  func update() { engine.update() }

  /// Begins a new stream.
  func reset() { engine.reset() }

  /// Returns the reading of a string, corrected for the clock as in a recording.
  func reading(_ index: Int) -> headstock_string_reading {
    let target = targets[index]
    let reading = engine.reading(ofString: index).corrected(for: clock, target: target)
    return headstock_string_reading(reading, of: target, number: numbers[index])
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

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the reading of a string.
@implementation @c
public func headstock_strum_reading(
  _ strum: OpaquePointer!, _ index: Int,
  _ reading: UnsafeMutablePointer<headstock_string_reading>!, _ size: Int
) -> Int32 {
  guard let strum = Strum.of(strum), let reading, (0..<strum.stringCount).contains(index),
    ForeignMemory.holds(reading, size: size, least: headstock_string_reading.leastSize)
  else { return HEADSTOCK_ERROR_ARGUMENT.rawValue }
  ForeignMemory.write(strum.reading(index), to: reading, size: size)
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
