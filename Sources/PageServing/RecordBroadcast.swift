// SPDX-License-Identifier: MIT

import NIOCore
import Synchronization

/// Distributes the records of a session to any number of pages.
///
/// The first record describes the session. A page gets it first, and then all records after it
/// joined.
final class RecordBroadcast: Sendable {
  /// The answer to a page that wants to join.
  enum Admission {
    /// The page gets records, and leaves by this number.
    case joined(Int)
    /// There are as many pages as are allowed.
    case full
    /// The session has ended.
    case over
  }

  private struct Page {
    let queue: RecordQueue
    let wake: @Sendable () -> Void
  }

  private struct State {
    var description: ByteBuffer?
    var pages: [Int: Page] = [:]
    var joined = 0
    var isOver = false
  }

  private let mostPages: Int
  private let state = Mutex(State())

  init(_ limits: ServingLimits) { mostPages = limits.pages }

  /// True if another page may join.
  var hasRoom: Bool { state.withLock { !$0.isOver && $0.pages.count < mostPages } }

  /// Offers a record to every page; waits for none.
  ///
  /// - Parameter text: the record with its line end.
  func send(_ text: String) {
    let record = ByteBuffer(string: text)
    state.withLock { state in
      guard !state.isOver else { return }
      if state.description == nil { state.description = record }
      for page in state.pages.values where page.queue.offer(record) { page.wake() }
    }
  }

  /// Adds a page.
  ///
  /// - Parameters:
  ///   - queue: the queue of the page.
  ///   - wake: makes the connection check the queue; called on any thread, and must not wait.
  /// - Returns: the number by which the page leaves, or the reason why it may not join.
  func join(_ queue: RecordQueue, wake: @escaping @Sendable () -> Void) -> Admission {
    state.withLock { state in
      if state.isOver { return .over }
      guard state.pages.count < mostPages else { return .full }
      state.joined += 1
      state.pages[state.joined] = Page(queue: queue, wake: wake)
      if let description = state.description, queue.offer(description) { wake() }
      return .joined(state.joined)
    }
  }

  /// Removes a page.
  func leave(_ number: Int) { state.withLock { _ = $0.pages.removeValue(forKey: number) } }

  /// Removes all pages and takes no more records.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.pages = [:]
    }
  }
}
