// SPDX-License-Identifier: MIT

import Acoustics
public import Terminal
public import TunerState
import Tuning

/// What the player has done to the display itself: which page is open, and what is frozen.
///
/// A pure reducer beside the tuner's: keys come in, and what is asked of the tuner comes out.
public struct DisplayState: Hashable, Sendable {
  /// What fills the screen.
  public enum Page: Hashable, Sendable {
    case meter, help
    /// The list of tunings, with the row that the cursor is on.
    case tunings(cursor: Int)
    /// The settings, with the row that the cursor is on.
    case settings(SettingRow)
  }

  /// What is on the screen.
  public var page = Page.meter
  /// Whether the strobe is shown where there is room.
  public var showsStrobe = true
  /// Whether history and spectrum are shown where there is room.
  public var showsHistory = true
  /// What the tuner showed when the player froze it; `nil` while it runs.
  public var held: TunerView?

  /// Makes the state of a display that shows the meter.
  ///
  /// - Parameter page: the page that fills the screen.
  public init(page: Page = .meter) { self.page = page }
}

/// What a key asks for beyond the display.
public enum DisplayEffect: Hashable, Sendable {
  /// Something for the tuner's reducer.
  case act(TunerAction)
  /// Start or stop the reference tone.
  case toggleTone
  /// Draw everything anew.
  case redraw
  /// Leave.
  case quit
}

extension DisplayState {
  /// Takes in a key.
  ///
  /// - Parameters:
  ///   - key: what was pressed; pasted text presses nothing.
  ///   - tuner: what the tuner shows now.
  /// - Returns: what is to be done about it.
  public mutating func press(_ key: Key, tuner: TunerView) -> [DisplayEffect] {
    switch key {
    case .character("q"), .control("c"): return [.quit]
    case .control("l"): return [.redraw]
    case .pasted, .unknown: return []
    case .character, .up, .down, .left, .right, .enter, .escape, .backspace, .tab, .control: break
    }
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
    case .enter, .escape: return acknowledge(tuner)
    case .left, .right, .backspace, .tab, .control, .pasted, .unknown: break
    }
    return []
  }

  private func acknowledge(_ tuner: TunerView) -> [DisplayEffect] {
    if tuner.state.error != nil { return [.act(.acknowledgeError)] }
    return tuner.state.showInTuneConfirmation ? [.act(.acknowledgeInTune)] : []
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
      return [.act(.selectTuning(id: tunings[cursor].id))]
    case .escape, .character("t"), .backspace: page = .meter
    case .character, .left, .right, .tab, .control, .pasted, .unknown: break
    }
    return []
  }

  private mutating func pressOnSettings(
    _ key: Key, _ row: SettingRow, _ tuner: TunerView
  ) -> [DisplayEffect] {
    switch key {
    case .up, .character("k"): page = .settings(row.moved(by: -1))
    case .down, .character("j"): page = .settings(row.moved(by: 1))
    case .left: return [row.change(by: -1, tuner)].compactMap(\.self)
    case .right, .character(" "): return [row.change(by: 1, tuner)].compactMap(\.self)
    case .enter:
      if row == .tuning { openTunings(tuner) } else { page = .meter }
    case .escape, .character("o"), .backspace: page = .meter
    case .character, .tab, .control, .pasted, .unknown: break
    }
    return []
  }
}
