// SPDX-License-Identifier: MIT

internal import CHeadstock
internal import PitchDetection
internal import Tuning

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Texts that the program may keep without limit: they are made once and never freed.
enum BuiltInText {
  /// A text of C.
  struct Text: @unchecked Sendable {
    let pointer: UnsafePointer<CChar>?

    init(_ text: String) { pointer = UnsafePointer(strdup(text)) }
  }

  static let ids = InstrumentTuning.presets.map { Text($0.id) }
  static let names = InstrumentTuning.presets.map { Text($0.name) }
  /// The names of the states in the order of `headstock_state`.
  static let states = TuningState.allCases.map { Text($0.rawValue) }

  static var standardTuning: UnsafePointer<CChar>? { standard.pointer }
  static var equalTemperament: UnsafePointer<CChar>? { equal.pointer }
  static var engine: UnsafePointer<CChar>? { detector.pointer }

  private static let standard = Text(InstrumentTuning.standard.id)
  private static let equal = Text(Temperament.equal.name)
  private static let detector = Text(DetectorKind.engine.rawValue)

  /// Returns the text at an index; `nil` for an index without one.
  static func text(_ texts: [Text], _ index: Int) -> UnsafePointer<CChar>? {
    texts.indices.contains(index) ? texts[index].pointer : nil
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the number of built-in tunings.
@implementation @c
public func headstock_tuning_count() -> Int { BuiltInText.ids.count }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the id of a built-in tuning.
@implementation @c
public func headstock_tuning_id(_ index: Int) -> UnsafePointer<CChar>! {
  BuiltInText.text(BuiltInText.ids, index)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the name of a built-in tuning.
@implementation @c
public func headstock_tuning_name(_ index: Int) -> UnsafePointer<CChar>! {
  BuiltInText.text(BuiltInText.names, index)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the name of a state.
@implementation @c
public func headstock_state_name(_ state: Int32) -> UnsafePointer<CChar>! {
  BuiltInText.text(BuiltInText.states, Int(state))
}
