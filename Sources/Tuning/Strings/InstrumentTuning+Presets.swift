// SPDX-License-Identifier: MIT

extension InstrumentTuning {
  /// E2 A2 D3 G3 B3 E4.
  public static let standard = guitar("standard", "Standard", [e(2), a(2), d(3), g(3), b(3), e(4)])

  /// All built-in tunings, in the order of a list.
  public static let presets: [InstrumentTuning] = guitars + otherGuitars + otherInstruments

  /// Returns the built-in tuning with an id.
  ///
  /// - Parameter id: the id.
  /// - Returns: the tuning; `nil` for another id.
  public static func preset(_ id: String) -> InstrumentTuning? { presets.first { $0.id == id } }

  /// Returns the built-in tuning with an id, or the only one with a name.
  ///
  /// - Parameter text: an id, or a name in any language.
  /// - Returns: the tuning; `nil` for another text, and for a name of several tunings.
  package static func preset(called text: String) -> InstrumentTuning? {
    if let tuning = preset(text) { return tuning }
    let named = presets.filter { $0.isNamed(text) }
    return named.count == 1 ? named[0] : nil
  }

  /// The ids of built-in tunings whose strings each stand for two strings in unison.
  private static let doubled = ["mandolin"]

  /// True for a built-in tuning whose strings each stand for two strings in unison.
  package var isDoubled: Bool { Self.doubled.contains(id) }

  private static let guitars = [
    standard,
    guitar("drop_d", "Drop D", [d(2), a(2), d(3), g(3), b(3), e(4)]),
    guitar("double_drop_d", "Double drop D", [d(2), a(2), d(3), g(3), b(3), d(4)]),
    guitar("half_step_down", "Half step down", [eb(2), ab(2), db(3), gb(3), bb(3), eb(4)]),
    guitar("full_step_down", "Full step down", [d(2), g(2), c(3), f(3), a(3), d(4)]),
    guitar("drop_c", "Drop C", [c(2), g(2), c(3), f(3), a(3), d(4)]),
    guitar("drop_b", "Drop B", [b(1), fs(2), b(2), e(3), gs(3), cs(4)]),
    guitar("open_d", "Open D", [d(2), a(2), d(3), fs(3), a(3), d(4)]),
    guitar("open_e", "Open E", [e(2), b(2), e(3), gs(3), b(3), e(4)]),
    guitar("open_g", "Open G", [d(2), g(2), d(3), g(3), b(3), d(4)]),
    guitar("open_a", "Open A", [e(2), a(2), e(3), a(3), cs(4), e(4)]),
    guitar("open_c", "Open C", [c(2), g(2), c(3), g(3), c(4), e(4)]),
    guitar("dadgad", "DADGAD", [d(2), a(2), d(3), g(3), a(3), d(4)]),
    guitar("all_fourths", "All fourths", [e(2), a(2), d(3), g(3), c(4), f(4)]),
    guitar("new_standard", "New standard", [c(2), g(2), d(3), a(3), e(4), g(4)]),
    guitar(
      "nashville", "Nashville", [e(3), a(3), d(4), g(4), b(3), e(4)], isRising: false),
  ]

  private static let otherGuitars = [
    guitar("baritone_b", "Baritone B", [b(1), e(2), a(2), d(3), fs(3), b(3)]),
    guitar("seven_string", "Seven strings", [b(1), e(2), a(2), d(3), g(3), b(3), e(4)]),
    guitar("eight_string", "Eight strings", [fs(1), b(1), e(2), a(2), d(3), g(3), b(3), e(4)]),
    courses(
      "twelve_string", "Twelve strings",
      [
        (e(2), e(3)), (a(2), a(3)), (d(3), d(4)), (g(3), g(4)), (b(3), b(3)), (e(4), e(4)),
      ]),
  ]

  private static let otherInstruments = [
    guitar("bass_standard", "Bass", [e(1), a(1), d(2), g(2)]),
    guitar("bass_drop_d", "Bass, drop D", [d(1), a(1), d(2), g(2)]),
    guitar("bass_five", "Bass, five strings", [b(0), e(1), a(1), d(2), g(2)]),
    guitar("bass_six", "Bass, six strings", [b(0), e(1), a(1), d(2), g(2), c(3)]),
    guitar("ukulele", "Ukulele", [g(4), c(4), e(4), a(4)], isRising: false),
    guitar("ukulele_low_g", "Ukulele, low G", [g(3), c(4), e(4), a(4)]),
    guitar("mandolin", "Mandolin", [g(3), d(4), a(4), e(5)]),
    guitar(
      "banjo_open_g", "Banjo, open G", [g(4), d(3), g(3), b(3), d(4)], isRising: false),
    guitar("violin", "Violin", [g(3), d(4), a(4), e(5)]),
    guitar("cello", "Cello", [c(2), g(2), d(3), a(3)]),
  ]

  // MARK: - Definitions

  private static func guitar(
    _ id: String, _ name: String, _ notes: [SpelledNote], isRising: Bool = true
  ) -> InstrumentTuning {
    InstrumentTuning(
      unchecked: id, name: name, localizedNames: names(of: id), isRising: isRising,
      strings: notes.enumerated().map { index, note in
        GuitarString(position: notes.count - index, spelling: note)
      })
  }

  private static func courses(
    _ id: String, _ name: String, _ pairs: [(SpelledNote, SpelledNote)]
  ) -> InstrumentTuning {
    var strings: [GuitarString] = []
    for (index, pair) in pairs.enumerated() {
      let course = pairs.count - index
      strings.append(GuitarString(position: 2 * course, spelling: pair.0, course: course))
      strings.append(GuitarString(position: 2 * course - 1, spelling: pair.1, course: course))
    }
    return InstrumentTuning(
      unchecked: id, name: name, localizedNames: names(of: id), isRising: false, strings: strings)
  }

  private static func c(_ octave: Int) -> SpelledNote { SpelledNote(.c, octave: octave) }
  private static func d(_ octave: Int) -> SpelledNote { SpelledNote(.d, octave: octave) }
  private static func e(_ octave: Int) -> SpelledNote { SpelledNote(.e, octave: octave) }
  private static func f(_ octave: Int) -> SpelledNote { SpelledNote(.f, octave: octave) }
  private static func g(_ octave: Int) -> SpelledNote { SpelledNote(.g, octave: octave) }
  private static func a(_ octave: Int) -> SpelledNote { SpelledNote(.a, octave: octave) }
  private static func b(_ octave: Int) -> SpelledNote { SpelledNote(.b, octave: octave) }
  private static func cs(_ octave: Int) -> SpelledNote { SpelledNote(.c, .sharp, octave: octave) }
  private static func fs(_ octave: Int) -> SpelledNote { SpelledNote(.f, .sharp, octave: octave) }
  private static func gs(_ octave: Int) -> SpelledNote { SpelledNote(.g, .sharp, octave: octave) }
  private static func db(_ octave: Int) -> SpelledNote { SpelledNote(.d, .flat, octave: octave) }
  private static func eb(_ octave: Int) -> SpelledNote { SpelledNote(.e, .flat, octave: octave) }
  private static func gb(_ octave: Int) -> SpelledNote { SpelledNote(.g, .flat, octave: octave) }
  private static func ab(_ octave: Int) -> SpelledNote { SpelledNote(.a, .flat, octave: octave) }
  private static func bb(_ octave: Int) -> SpelledNote { SpelledNote(.b, .flat, octave: octave) }
}
