// SPDX-License-Identifier: MIT

import Acoustics
package import Terminal
package import TunerState
import Tuning

/// The state of the display itself: the open page, and whether the picture is frozen.
///
/// It is a pure reducer, separate from the tuner's, that maps keys to effects.
package struct DisplayState: Hashable, Sendable {
  /// The page that fills the screen.
  package enum Page: Hashable, Sendable {
    case meter, help
    /// The list of tunings, with the cursor's row.
    case tunings(cursor: Int)
    /// The settings, with the cursor's row.
    case settings(SettingRow)
  }

  /// The page on the screen.
  package var page = Page.meter
  /// True when the strobe is shown, if there is room.
  package var showsStrobe = true
  /// True when history and spectrum are shown, if there is room.
  package var showsHistory = true
  /// The frozen state of the tuner; `nil` while the display is live.
  package var held: TunerView?
}

/// The effects of a key outside the display's state.
package enum DisplayEffect: Hashable, Sendable {
  /// An action for the tuner's reducer.
  case act(TunerAction)
  /// Starts or stops the reference tone.
  case toggleTone
  /// Draws the whole screen again.
  case redraw
  /// Ends the display.
  case quit
}

extension DisplayEffect {
  /// True for a choice of strings, of a tuning or of a setting.
  fileprivate var isChoice: Bool {
    switch self {
    case .act(.acknowledgeError), .act(.acknowledgeInTune), .toggleTone, .redraw, .quit: false
    case .act: true
    }
  }
}

extension DisplayState {
  /// Handles a key.
  ///
  /// - Parameters:
  ///   - key: the key; pasted text has no effect.
  ///   - tuner: the current state of the tuner.
  /// - Returns: the effects.
  package mutating func press(_ key: Key, tuner: TunerView) -> [DisplayEffect] {
    switch key {
    case .character("q") where page == .help: break
    case .character("q"), .control("c"): return [.quit]
    case .control("l"): return [.redraw]
    case .pasted, .unknown: return []
    case .character, .up, .down, .left, .right, .enter, .escape, .backspace, .tab, .control: break
    }
    let effects = effects(of: key, tuner)
    // A choice would be invisible in a frozen picture.
    if effects.contains(where: \.isChoice) { held = nil }
    return effects
  }

  private mutating func effects(of key: Key, _ tuner: TunerView) -> [DisplayEffect] {
    switch page {
    case .meter: return pressOnMeter(key, tuner)
    case .help:
      page = .meter
      return []
    case .tunings(let cursor): return pressOnTunings(key, cursor, tuner)
    case .settings(let row): return pressOnSettings(key, row, tuner)
    }
  }

  private mutating func pressOnMeter(_ key: Key, _ tuner: TunerView) -> [DisplayEffect] {
    switch key {
    case .character("a"): return [.act(.setTargetMode(.nearest))]
    case .character("c"): return [.act(.setTargetMode(.chromatic))]
    case .character("e"):
      return [.act(.setTargetMode(tuner.mode == .all ? .nearest : .all))]
    case .character("g"): showsHistory.toggle()
    case .character("h"), .character("?"): page = .help
    case .character("o"): page = .settings(.tuning)
    case .character("r"): return [.toggleTone]
    case .character("s"): showsStrobe.toggle()
    case .character("t"): openTunings(tuner)
    case .character(" "): held = held == nil ? tuner : nil
    case .character(let digit):
      guard let position = digit.wholeNumberValue, position > 0, digit.isASCII else { return [] }
      return [.act(.setTargetMode(.locked(position)))]
    case .up: return [SettingRow.a4.change(by: 1, tuner)].compactMap(\.self)
    case .down: return [SettingRow.a4.change(by: -1, tuner)].compactMap(\.self)
    case .left: return lockNeighbour(tuner, toTheLeft: true)
    case .right: return lockNeighbour(tuner, toTheLeft: false)
    case .enter, .escape: return acknowledge(tuner)
    case .backspace, .tab, .control, .pasted, .unknown: break
    }
    return []
  }

  /// Locks the string beside the locked one, else the matched one, else that of the highest number.
  private func lockNeighbour(_ tuner: TunerView, toTheLeft: Bool) -> [DisplayEffect] {
    let strings = tuner.targetStringIndicators
    guard !strings.isEmpty, tuner.mode != .all else { return [] }
    let isLower = toTheLeft != tuner.settings.values.isLeftHanded
    var index = strings.firstIndex { $0.isMatched } ?? 0
    if case .locked(let position) = tuner.mode,
      let locked = strings.firstIndex(where: { $0.string.position == position })
    {
      index = min(max(0, locked + (isLower ? -1 : 1)), strings.count - 1)
    }
    return [.act(.setTargetMode(.locked(strings[index].string.position)))]
  }

  private func acknowledge(_ tuner: TunerView) -> [DisplayEffect] {
    if tuner.state.error != nil { return [.act(.acknowledgeError)] }
    let isConfirming = tuner.state.showInTuneConfirmation || tuner.strum.showsConfirmation
    return isConfirming ? [.act(.acknowledgeInTune)] : []
  }

  private mutating func openTunings(_ tuner: TunerView) {
    let current = tuner.settings.availableTunings.firstIndex {
      $0.id == tuner.state.selectedTuning.id
    }
    page = .tunings(cursor: current ?? 0)
  }

  private mutating func pressOnTunings(
    _ key: Key, _ cursor: Int, _ tuner: TunerView
  ) -> [DisplayEffect] {
    let tunings = tuner.settings.availableTunings
    switch key {
    case .up, .character("k"): page = .tunings(cursor: max(0, cursor - 1))
    case .down, .character("j"):
      page = .tunings(cursor: max(0, min(tunings.count - 1, cursor + 1)))
    case .enter, .character(" "):
      page = .meter
      guard tunings.indices.contains(cursor) else { return [] }
      return [.act(.selectTuning(id: tunings[cursor].id))] + strings(in: tuner)
    case .escape, .character("t"), .backspace: page = .meter
    case .character, .left, .right, .tab, .control, .pasted, .unknown: break
    }
    return []
  }

  private mutating func pressOnSettings(
    _ key: Key, _ row: SettingRow, _ tuner: TunerView
  ) -> [DisplayEffect] {
    if tuner.state.error != nil, key == .enter || key == .escape { return acknowledge(tuner) }
    switch key {
    case .up, .character("k"): page = .settings(row.moved(by: -1))
    case .down, .character("j"): page = .settings(row.moved(by: 1))
    case .left: return change(row, by: -1, tuner)
    case .right, .character(" "): return change(row, by: 1, tuner)
    case .enter:
      if row == .tuning { openTunings(tuner) } else { page = .meter }
    case .escape, .character("o"), .backspace: page = .meter
    case .character, .tab, .control, .pasted, .unknown: break
    }
    return []
  }

  private func change(_ row: SettingRow, by steps: Int, _ tuner: TunerView) -> [DisplayEffect] {
    guard let effect = row.change(by: steps, tuner) else { return [] }
    return [effect] + (row == .tuning ? strings(in: tuner) : [])
  }

  /// Returns the effect that ends the chromatic mode, in which the choice of a tuning would show
  /// nothing.
  private func strings(in tuner: TunerView) -> [DisplayEffect] {
    tuner.mode == .chromatic ? [.act(.setTargetMode(.nearest))] : []
  }
}
