// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import Tuning

@Suite("The mean of a string's readings")
struct ReadingMeanTests {
  private func mean(of readings: [StringReading]) -> StringReading {
    var mean = ReadingMean()
    for reading in readings { mean.add(reading) }
    return mean.reading(like: HeardReading.at(7))
  }

  @Test("weights a reading by the inverse of its sigma, and its sigma includes the wander")
  func weights() throws {
    // The weights of 0 and 3 cents are 1 and 2. Their mean is 2, and the mean square of the
    // distances from it is (1·4 + 2·1)/3 = 2. The mean sigma is 2 readings / 3.
    let reading = mean(of: [HeardReading.at(0, sigma: 1), HeardReading.at(3, sigma: 0.5)])
    #expect(abs(try #require(reading.deviation).value - 2) < 1e-12)
    #expect(abs(try #require(reading.sigma).value - (2 + 4.0 / 9).squareRoot()) < 1e-12)
  }

  @Test("gives no reading more weight than a string that wanders can have")
  func leastSigma() throws {
    let reading = mean(of: [HeardReading.at(0, sigma: 0), HeardReading.at(1, sigma: 0.02)])
    #expect(abs(try #require(reading.deviation).value - 0.5) < 1e-12)
  }

  @Test("has the sigma of equal readings, however far they are from the target")
  func equal() throws {
    let reading = mean(of: Array(repeating: HeardReading.at(-149.9, sigma: 0.03), count: 60))
    #expect(reading.deviation == Cents(-149.9))
    #expect(abs(try #require(reading.sigma).value - 0.03) < 1e-12)
  }

  @Test("moves both frequencies of a reading by the same interval as its deviation")
  func frequencies() throws {
    var mean = ReadingMean()
    mean.add(HeardReading.at(3))
    var like = HeardReading.at(7)
    like.fittedFrequency = HeardReading.target.raised(by: Cents(9))
    let reading = mean.reading(like: like)
    let (frequency, fitted) = (try #require(reading.frequency), reading.fittedFrequency)
    #expect(abs(frequency.interval(above: HeardReading.target).value - 3) < 1e-9)
    #expect(abs(try #require(fitted).interval(above: HeardReading.target).value - 5) < 1e-9)
    #expect(reading.confidence == like.confidence)
  }

  @Test("is the given reading as long as none was added")
  func empty() {
    #expect(mean(of: []) == HeardReading.at(7))
    #expect(mean(of: [HeardReading.unclear]) == HeardReading.at(7))
  }
}
