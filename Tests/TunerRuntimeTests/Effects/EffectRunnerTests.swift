// SPDX-License-Identifier: MIT

import Synchronization
import Testing
import TunerTesting
import Tuning

@testable import TunerRuntime
@testable import TunerState

@Suite("The effects of the tuner")
struct EffectRunnerTests {
  /// A clock whose deadlines are always past.
  private final class LateClock: TunerClock {
    let cancelCount = Mutex(0)

    var now: Duration { .seconds(1) }

    func wait(until deadline: Duration) {}

    func schedule(
      at deadline: Duration, _ body: @escaping @Sendable () -> Void
    ) -> ScheduledCall {
      body()
      return ScheduledCall { [self] in cancelCount.withLock { $0 += 1 } }
    }
  }

  @Test("a timer that runs before its start returns is forgotten")
  func pastDeadline() {
    let clock = LateClock()
    let store = Stage().store
    let runner = EffectRunner(
      audio: ScriptedAudio(), settings: ScriptedSettings(), tunings: ScriptedTunings(),
      feedback: RecordedFeedback(), clock: clock)
    runner.carryOut(
      [.startConfirmationTimer(ConfirmationToken(number: 1), deadline: .zero)], for: store)
    let before = clock.cancelCount.withLock { $0 }
    runner.shutDown()
    #expect(clock.cancelCount.withLock { $0 } == before)
  }

  @Test("notices of a stored value are kept beside those of the last read")
  func notices() {
    let aside = StorageNotice.setAside(
      place: "settings.json", to: "settings.json.broken", reason: "not a JSON object")
    let store = TunerStore(
      audio: ScriptedAudio(), settings: ScriptedSettings(notices: [aside]),
      tunings: ScriptedTunings())
    store.send(.settings(.load))
    store.settle()
    #expect(store.notices == [])
    for mode in [ThemeMode.dark, .light] {
      store.send(.settings(.setTheme(mode)))
      store.settle()
      #expect(store.notices == [aside])
    }
  }
}
