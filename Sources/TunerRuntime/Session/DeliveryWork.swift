// SPDX-License-Identifier: MIT

internal import Synchronization

/// The work of the delivery thread: it calls the observer with posted results.
enum DeliveryWork {
  /// Delivers until the queue is drained or the session stops.
  static func run(_ control: SessionControl) {
    control.request(.delivery)
    while !control.isStopping.load(ordering: .acquiring) {
      switch control.observer.withLock({ $0 }) {
      case .awaited: control.emissions.wait()
      case .gone:
        while control.emissions.take() != nil {}
        if control.emissions.isDrained { return }
        control.emissions.wait()
      case .present(let tell):
        if let emission = control.emissions.take() {
          tell(.result(emission))
        } else if control.emissions.isDrained {
          tell(control.failure.withLock { $0 }.map(SessionEvent.failed) ?? .ended)
          return
        } else {
          control.emissions.wait()
        }
      }
    }
  }
}
