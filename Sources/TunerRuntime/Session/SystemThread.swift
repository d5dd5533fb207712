// SPDX-License-Identifier: MIT

import Glibc
internal import Synchronization

/// A thread that can be joined.
final class SystemThread: Sendable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private struct Handle: @unchecked Sendable {
    var thread: pthread_t
  }

  private let handle: Mutex<Handle?>

  /// Starts a thread; `nil` if the system can't start one.
  init?(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(run: body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(&thread, nil, startOfSystemThread, context)
    guard status == 0 else {
      Unmanaged<Body>.fromOpaque(context).release()
      return nil
    }
    #if canImport(Darwin)
      handle = Mutex(thread.map(Handle.init))
    #else
      handle = Mutex(Handle(thread: thread))
    #endif
  }

  /// Waits until the body has returned; several threads may wait.
  func join() {
    handle.withLock { handle in
      guard let thread = handle?.thread else { return }
      pthread_join(thread, nil)
      handle = nil
    }
  }

  deinit { handle.withLock { if let thread = $0?.thread { pthread_detach(thread) } } }

  fileprivate static func run(_ context: UnsafeMutableRawPointer) {
    Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  }
}

#if canImport(Darwin)
  private func startOfSystemThread(
    _ context: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    SystemThread.run(context)
    return nil
  }
#else
  private func startOfSystemThread(
    _ context: UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawPointer? {
    if let context { SystemThread.run(context) }
    return nil
  }
#endif

/// A slot that moves a noncopyable value from one thread to another.
final class TransferSlot<Value: ~Copyable>: @unchecked Sendable {
  private var value: Value?
  private let isTaken = Atomic<Bool>(false)

  /// Stores `value`.
  init(_ value: consuming sending Value) { self.value = consume value }

  /// Returns the value at the first call, and `nil` at every later one.
  func take() -> Value? {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return value.take()
  }
}

/// A binary semaphore that wakes one waiting thread.
///
/// It is a pipe, because every system has pipes. `signal` is one write that never blocks, and the
/// waiting thread sleeps in a read. A signal before the wait is kept, and several signals count as
/// one.
final class BinarySemaphore: Sendable {
  private let readEnd: CInt
  private let writeEnd: CInt

  /// Makes a semaphore without a signal.
  init() {
    var ends: (CInt, CInt) = (-1, -1)
    let status = withUnsafeMutablePointer(to: &ends) { place in
      place.withMemoryRebound(to: CInt.self, capacity: 2) { pipe($0) }
    }
    (readEnd, writeEnd) = status == 0 ? ends : (-1, -1)
    guard isWorking else { return }
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A full pipe has already woken its reader.
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    guard isWorking else { return }
    close(readEnd)
    close(writeEnd)
  }

  /// False if the process had no two descriptors left.
  ///
  /// Then no thread may wait.
  var isWorking: Bool { readEnd >= 0 }

  /// Wakes the waiting thread, or the next one that waits, without waiting, locking or allocating.
  func signal() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Sleeps until there is a signal since the last wait.
  func wait() {
    var bytes: UInt64 = 0
    // A signal handler may interrupt the read. Callers treat that as a wake-up and check again.
    _ = read(readEnd, &bytes, MemoryLayout<UInt64>.size)
  }
}
