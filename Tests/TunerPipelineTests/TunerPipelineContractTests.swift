// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import Foundation
import PitchDetection
import Synchronization
import Testing
import TunerPipeline
import Tuning

@Suite(
  "The real-time contract of a pipeline",
  .enabled(if: headstock_calls_are_counted() == 1, "A sanitizer wraps the calls itself."))
struct TunerPipelineContractTests {
  /// Half a second each of a decaying A2, noise, silence, NaN, and denormals.
  private var everything: [Float] {
    var state: UInt64 = 7
    return (0..<120_000).map { index in
      let time = Double(index % 24000) / 48000
      switch index / 24000 {
      case 0: return Float(0.5 * exp(-2 * time) * sin(2 * Double.pi * 110 * time))
      case 1:
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int64(bitPattern: state) >> 40) / 16_777_216
      case 2: return 0
      case 3: return index.isMultiple(of: 9000) ? .nan : 0.1
      default: return .leastNonzeroMagnitude * Float(index % 7)
      }
    }
  }

  @Test("takes no lock, reads no clock and makes no system call with YIN")
  func yinAsksNothing() throws {
    try expectNothingAsked {
      try FramedDetector(YINDetector(.init(sampleRate: SampleRate(48000))))
    }
  }

  @Test("takes no lock, reads no clock and makes no system call with the engine")
  func engineAsksNothing() throws {
    try expectNothingAsked { try PitchEngine(.init(sampleRate: SampleRate(48000))) }
  }

  private func expectNothingAsked<Detector: PitchDetector & ~Copyable>(
    detector: () throws -> Detector
  ) throws {
    var pipeline = try TunerPipeline(
      sampleRate: SampleRate(48000), updateRate: UpdateRate(updates: 60),
      classifier: PitchClassifier(selection: .strings(.standard)), detector: detector())
    let samples = everything
    var cursor = 0
    // The language runtime makes the metadata of a generic type, under a lock, on first use.
    while cursor < 40000, pipeline.nextResult(in: samples.span, from: &cursor) != nil {}
    let taken = cursor
    var answered = 0
    // The note again, so that the counted part contains a note too.
    let again = [Float](samples.prefix(24000))
    var place = 0
    let calls = systemCalls {
      while let result = pipeline.nextResult(in: samples.span, from: &cursor) {
        answered += result.estimate == nil ? 0 : 1
      }
      while let result = pipeline.nextResult(in: again.span, from: &place) {
        answered += result.estimate == nil ? 0 : 1
      }
    }
    #expect(taken >= 40000 && cursor == samples.count && place == again.count && answered > 0)
    #expect(calls.locks == 0)
    #expect(calls.clocks == 0)
    #expect(calls.system == 0)
  }
}

@Suite(
  "The counter of locks, clocks and system calls",
  .enabled(if: headstock_calls_are_counted() == 1, "A sanitizer wraps the calls itself."))
struct CallCounterTests {
  @Test("counts nothing without calls")
  func nothing() {
    var sum = 0.0
    let calls = systemCalls { for index in 0..<100 { sum += Double(index) } }
    #expect(sum == 4950)
    #expect(calls.locks == 0 && calls.clocks == 0 && calls.system == 0)
  }

  @Test("counts locking a mutex, and trying to")
  func mutex() {
    var mutex = pthread_mutex_t()
    pthread_mutex_init(&mutex, nil)
    let taken = systemCalls {
      pthread_mutex_lock(&mutex)
      pthread_mutex_unlock(&mutex)
    }
    #expect(taken.locks == 1)
    let tried = systemCalls {
      if pthread_mutex_trylock(&mutex) == 0 { pthread_mutex_unlock(&mutex) }
    }
    #expect(tried.locks == 1)
    pthread_mutex_destroy(&mutex)
  }

  @Test("counts both ways to lock a read-write lock")
  func readWriteLock() {
    var lock = pthread_rwlock_t()
    pthread_rwlock_init(&lock, nil)
    let calls = systemCalls {
      pthread_rwlock_rdlock(&lock)
      pthread_rwlock_unlock(&lock)
      pthread_rwlock_wrlock(&lock)
      pthread_rwlock_unlock(&lock)
    }
    #expect(calls.locks == 2)
    pthread_rwlock_destroy(&lock)
  }

  @Test("counts a lock of Foundation's")
  func foundationLock() {
    let lock = NSLock()
    let calls = systemCalls { lock.withLock {} }
    #expect(calls.locks >= 1)
  }

  @Test("counts a free Mutex of Swift")
  func swiftMutex() {
    let mutex = Mutex(0)
    let calls = systemCalls { mutex.withLock { $0 += 1 } }
    #expect(calls.locks >= 1)
  }

  @Test("counts the locks of planning a transform in the module under test")
  func planning() {
    let calls = systemCalls {
      let detector = try? YINDetector(.init(sampleRate: SampleRate(48000)))
      if detector == nil { Issue.record("The detector could not be made.") }
    }
    #expect(calls.locks >= 1)
  }

  @Test("counts the clocks of C and of Swift")
  func clocks() {
    let read = systemCalls {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
    }
    #expect(read.clocks == 1)
    let swift = systemCalls { withExtendedLifetime(ContinuousClock.now) {} }
    #expect(swift.clocks >= 1)
    let date = systemCalls { withExtendedLifetime(Date()) {} }
    #expect(date.clocks >= 1)
  }

  @Test("counts reads, writes, opened files and sleeps")
  func system() {
    let calls = systemCalls {
      let file = open("/dev/null", O_RDWR)
      var byte: UInt8 = 0
      _ = write(file, &byte, 1)
      _ = read(file, &byte, 1)
      close(file)
      usleep(0)
    }
    #expect(calls.system == 5)
  }

  @Test("counts a printed line, even an empty one")
  func printing() {
    let calls = systemCalls { print() }
    #expect(calls.system >= 1)
  }
}
