// SPDX-License-Identifier: MIT

import Dispatch
import PracticeGoals
import PracticeServices
import TunerDisplay

/// The choice whether notifications are shown on the desktop.
enum NotificationChoice: String, CaseIterable {
  case on, off
  /// Shown where there is a desktop session.
  case auto

  /// The choice as the settings hold it.
  var setting: Bool? {
    switch self {
    case .on: true
    case .off: false
    case .auto: nil
    }
  }
}

/// The notice that a goal is reached, in the language of the environment.
struct GoalNotice {
  /// The title.
  let title: String
  /// The goal with its target.
  let body: String

  /// Describes a goal that is met.
  init(_ status: GoalStatus) {
    title = GatePhrase.goalReached.text
    body = "\(GateText.own.name(of: status.goal.metric)) \(GoalBar.target(of: status.goal))"
  }

  /// The notice in one line.
  var line: String { "\(title): \(body)" }
}

/// Shows the notices of goals on the desktop; nothing waits for the program that sends them.
struct GoalNotifier {
  private let notifier: DesktopNotifier?
  private let pending = DispatchGroup()

  /// Makes a notifier.
  ///
  /// - Parameter setting: true to show notices, false to show none, `nil` to show them where that is
  ///   possible.
  /// - Throws: `PracticeUsageError` if notices are requested and can't be shown.
  init(_ setting: Bool?) throws {
    guard setting != false else {
      notifier = nil
      return
    }
    do throws(NotificationError) {
      notifier = try DesktopNotifier(environment: GateWorld.environment)
    } catch {
      guard setting == nil else { throw PracticeUsageError("\(error)") }
      notifier = nil
    }
  }

  /// Shows a notice.
  ///
  /// - Parameters:
  ///   - notice: the notice.
  ///   - failed: receives the reason why it was not shown, on another thread.
  func tell(_ notice: GoalNotice, failed: @escaping @Sendable (String) -> Void) {
    guard let notifier else { return }
    DispatchQueue.global().async(group: pending) {
      do throws(NotificationError) {
        try notifier.show(title: Self.sentence(notice.title), body: notice.body)
      } catch {
        failed("\(error)")
      }
    }
  }

  /// Waits until every notice is shown or has failed, which takes seconds at most.
  func finish() { pending.wait() }

  /// Returns a phrase with a capital at its beginning.
  private static func sentence(_ phrase: String) -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst()
  }
}
