// SPDX-License-Identifier: MIT

import PracticeGate
import Terminal

/// All that the set-up says to people, in one place.
enum SetupText {
  static let welcome = """
    1 of 5  Welcome
    Earn your screen time by practising. What the tuner hears of your playing counts; until the goal
    of the day is met, the sites you choose are blocked on this machine.
    """
  static let noTerminal = "questions need a terminal. Answer them by flags, and add --yes"
  static let microphone = "2 of 5  Microphone"
  static let microphoneMissing =
    "not checked: give a recording with --input FILE, or play to tuner live later"
  static let microphoneSilent = "nothing was heard above the noise. Check the input"
  static let targets = "3 of 5  What to block"
  static let askTargets = "Sites, with blanks between them (such as youtube.com): "
  static let blocker = "4 of 5  Blocker"
  static let done = "5 of 5  Done. Keep it true with: tuner gate monitor"
  static let askContinue = "Continue? [Y/n] "
  static let askRetry = "Try again? [Y/n] "
  static let stopped = "stopped; what is done is kept. Go on with: tuner gate setup"

  static func heard(_ peak: String) -> String { "heard: \(peak) dBFS at the loudest" }

  static func goal(_ name: String, _ target: Int, _ unit: String) -> String {
    "goal: \(name) \(target) \(unit)"
  }

  static func hostsFile(_ path: String) -> String { "\(printable(path)): may be changed" }

  static func journal(_ path: String) -> String { "\(printable(path)): practice is kept here" }
}
