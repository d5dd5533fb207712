// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization
import Terminal

/// The signals of a program without a display, read by a separate thread.
///
/// The main thread may be waiting for a device or for a reader of the output. Then the program ends
/// all the same, because the thread forces its exit.
final class SignalWatch: Sendable {
  private let requests = Mutex<[SignalQueue.Request]>([])
  private let came = DispatchSemaphore(value: 0)
  private let ended = Atomic<Bool>(false)

  /// True after a signal that ends the program.
  var isEnding: Bool { ended.load(ordering: .acquiring) }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - signals: the queue; no other thread may read it.
  ///   - ending: called after a signal that ends the program.
  func follow(_ signals: SignalQueue, ending: @escaping @Sendable () -> Void) {
    signals.follow { [self] request in
      if request == .end {
        ended.store(true, ordering: .releasing)
        ending()
      }
      requests.withLock { $0.append(request) }
      came.signal()
    }
  }

  /// Waits for a signal.
  ///
  /// - Parameter milliseconds: the longest wait.
  /// - Returns: the oldest request that was not returned yet; `nil` if none came.
  func next(within milliseconds: Int) -> SignalQueue.Request? {
    guard came.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return nil }
    return requests.withLock { $0.removeFirst() }
  }
}
