// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Synchronization
import Terminal
import Testing

@Suite("The queue of signals", .serialized)
struct SignalQueueTests {
  /// Runs steps on a thread that ends with them and blocks no signal at first.
  ///
  /// The queue changes the thread's mask, and a thread inherits the mask of the one that starts it.
  /// So the steps expect nothing: that may start threads.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    let place = Place<Value>()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      let value = body()
      place.value.withLock { $0 = value }
      done.signal()
    }
    done.wait()
    return place.value.withLock { $0 }
  }

  private final class Place<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  @Test("a program that was continued after the request to stop does not stop")
  func continued() {
    let requests = onThread {
      let queue = SignalQueue()
      pthread_kill(pthread_self(), SIGTSTP)
      let first = queue.next(within: 1000)
      pthread_kill(pthread_self(), SIGCONT)
      let second = queue.next(within: 1000)
      // This process would stop here.
      SignalQueue.stopProgram()
      return [first, second]
    }
    #expect(requests == [.stop, nil])
  }

  @Test("a program that is being continued does not stop, before the queue is read")
  func pending() {
    let requests = onThread {
      let queue = SignalQueue()
      pthread_kill(pthread_self(), SIGTSTP)
      let first = queue.next(within: 1000)
      pthread_kill(pthread_self(), SIGCONT)
      SignalQueue.stopProgram()
      return [first, queue.next(within: 1000)]
    }
    #expect(requests == [.stop, nil])
  }

  @Test("a queue of the ending signals leaves the others to the system")
  func endingOnly() {
    let answers = onThread {
      let queue = SignalQueue(only: SignalQueue.ending)
      var blocked = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &blocked)
      pthread_kill(pthread_self(), SIGHUP)
      return [
        sigismember(&blocked, SIGTERM), sigismember(&blocked, SIGTSTP),
        queue.nextEnding(within: 1000) ?? 0,
      ]
    }
    #expect(answers == [1, 0, SIGHUP])
  }
}
