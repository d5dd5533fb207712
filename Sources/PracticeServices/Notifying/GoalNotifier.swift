// SPDX-License-Identifier: MIT

import Dispatch

/// Shows the notices of goals on the desktop, without waiting for the program that sends them.
package struct GoalNotifier {
  private let notifier: DesktopNotifier?
  private let pending = DispatchGroup()

  /// Makes a notifier.
  ///
  /// - Parameters:
  ///   - setting: true to show notices, false to show none, `nil` to show them if possible.
  ///   - environment: the variables of this process.
  /// - Throws: `NotificationError` if notices are requested and can't be shown.
  package init(_ setting: Bool?, environment: [String: String]) throws(NotificationError) {
    guard setting != false else {
      notifier = nil
      return
    }
    do throws(NotificationError) {
      notifier = try DesktopNotifier(environment: environment)
    } catch {
      guard setting == nil else { throw error }
      notifier = nil
    }
  }

  /// Shows a notice.
  ///
  /// - Parameters:
  ///   - title: the phrase that becomes the title, with a capital at its beginning.
  ///   - body: the text below the title.
  ///   - failed: receives the reason why it was not shown, on another thread.
  package func tell(
    title: String, body: String, failed: @escaping @Sendable (String) -> Void
  ) {
    guard let notifier else { return }
    DispatchQueue.global().async(group: pending) {
      do throws(NotificationError) {
        try notifier.show(title: Self.sentence(title), body: body)
      } catch {
        failed("\(error)")
      }
    }
  }

  /// Waits until every notice is shown or has failed, which takes seconds at most.
  package func finish() { pending.wait() }

  /// Returns a phrase with a capital at its beginning.
  private static func sentence(_ phrase: String) -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst()
  }
}
