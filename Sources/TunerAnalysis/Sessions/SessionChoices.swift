// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import TunerRuntime
package import TunerState
package import Tuning

/// The settings that a player can change during a session.
package struct SessionChoices: Hashable, Sendable {
  /// The tuning by its id, or `chromatic`.
  var tuning: String
  /// The fret of the capo; 0 for none.
  var capo: Int
  /// The choice among the strings.
  var mode: TargetMode
  /// The frequency of A4.
  var a4: ReferencePitch
  /// The largest deviation that is in tune.
  package var tolerance: TuningTolerance
  /// The names of notes.
  var notation: NoteNotation

  /// Reads the choices of a view.
  package init(_ view: TunerView) {
    let settings = view.settings.values
    mode = view.mode
    tuning =
      view.mode == .chromatic ? TargetSelection.chromatic.id : view.state.selectedTuning.id
    capo = view.capo
    a4 = settings.a4
    tolerance = settings.tolerance
    notation = settings.notation
  }

  /// Reads the choices of settings.
  package init(_ settings: AnalysisSettings) {
    let target = settings.target
    tuning = target.openTuning?.id ?? TargetSelection.chromatic.id
    capo = target.capo
    mode =
      if settings.strum != nil {
        .all
      } else if let locked = target.classifier.locked {
        .locked(locked.string.position)
      } else {
        target.openTuning == nil ? .chromatic : .nearest
      }
    a4 = target.classifier.reference
    tolerance = target.tolerance
    notation = target.notation.notation
  }

  /// The string as `--string` reads it.
  fileprivate var string: String {
    if case .locked(let position) = mode { "\(position)" } else { "auto" }
  }
}

extension SettingSources {
  /// Returns the settings after choices of the player.
  ///
  /// - Parameters:
  ///   - choices: the choices in force.
  ///   - initial: the choices that these settings give.
  /// - Returns: the settings, without offsets and a stretch that the tuning does not permit.
  func following(_ choices: SessionChoices, from initial: SessionChoices) -> SettingSources {
    var settings = self
    func set(_ name: Name, _ text: String, if isChanged: Bool) {
      if isChanged { settings.entries[name] = (text, .session) }
    }
    // The chromatic mode has no capo, and keeps that of the settings for other modes.
    set(
      .capo, "\(choices.capo)",
      if: choices.capo != initial.capo && choices.tuning != TargetSelection.chromatic.id)
    set(.string, choices.string, if: choices.string != initial.string)
    set(.a4, decimal(choices.a4.a4.value), if: choices.a4 != initial.a4)
    set(
      .tolerance, decimal(choices.tolerance.inTune.value),
      if: choices.tolerance != initial.tolerance)
    set(.tuning, choices.tuning, if: choices.tuning != initial.tuning)
    if choices.notation != initial.notation {
      set(.notation, choices.notation.rawValue, if: true)
      // Texts with names of notes are in the notation of the settings.
      if let temperament = try? temperament(), !Temperament.isScalaFile(text(.temperament)) {
        settings.entries[.temperament] = (
          temperament.name(in: choices.notation), origin(.temperament)
        )
      }
      if choices.tuning == InstrumentTuning.literalID, let style = try? settings.noteStyle(),
        let written = try? tuning(text(.tuning), in: TuningLibrary(), noteStyle())
      {
        settings.entries[.tuning] = (style.text(of: written), origin(.tuning))
      }
    }
    if choices.tuning != initial.tuning { settings.dropAdjustmentsOfOtherTuning() }
    return settings
  }

  /// Removes the offsets of strings that the tuning lacks, and a stretch that it does not permit.
  private mutating func dropAdjustmentsOfOtherTuning() {
    let open = try? tuning(text(.tuning), in: TuningLibrary(), noteStyle())
    if let offsets = try? StringOffsets(text(.offsets)) {
      let kept = offsets.kept { open?.string(at: $0) != nil }
      if kept != offsets { entries[.offsets] = (kept.text, .session) }
    }
    if let open, (try? stretched(open)) == nil { entries[.stretch] = ("none", .session) }
  }
}
