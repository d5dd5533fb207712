// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The decision of an update: the measurements of its fits, the evidence for each string, and the
/// readings.
extension StrumEngine {
  /// Decides about each string.
  ///
  /// - Parameters:
  ///   - keepsOdds: true if the odds of the previous update belong to the same sound.
  ///   - elapsed: the time since the previous decision, in seconds.
  mutating func decide(keepsOdds: Bool, after elapsed: Double) {
    fits.decidedCount = stream.totalCount
    search.mapFullResidual(of: spectrum)
    rise.measure(energy(of: spectrum.powers), residual: energy(of: search.residualPowers))
    readFits()
    weighEvidence(keepsOdds: keepsOdds, after: elapsed)
    LowerNotes.mark(&fits.newest, of: strings, in: fits.model, seconds: spectrum.seconds)
    writeReadings()
  }

  /// Reads the measurement of each string from its fit and from the residual.
  private mutating func readFits() {
    let seconds = spectrum.seconds
    var loudest = 0.0
    for index in strings.indices {
      fits.newest[index] = StrumMeasurement(
        index, of: fits.model, score: fits.places[index].score, seconds: seconds)
      fits.newest[index].between = search.peaks(
        atFractionsOf: fits.newest[index].fittedFrequency, seconds: seconds)
      loudest = max(loudest, fits.newest[index].power)
    }
    for index in strings.indices {
      fits.newest[index].level = Self.decibels(of: fits.newest[index].power, under: loudest)
    }
  }

  /// Computes the odds of each string from its measurement and from the one before.
  private mutating func weighEvidence(keepsOdds: Bool, after elapsed: Double) {
    let seconds = spectrum.seconds
    for index in strings.indices {
      let before = keepsOdds ? fits.measurements[index] : nil
      fits.newest[index].support = StringEvidence.support(
        of: fits.newest[index], after: before, seconds: seconds, isOfStroke: isOfStroke)
      fits.newest[index].odds = StringEvidence.odds(
        of: fits.newest[index], after: before?.odds, target: strings[index].target)
      fits.newest[index].earlier = before?.earlier ?? EarlierSupport()
      if isOfStroke {
        fits.newest[index].earlier.add(fits.newest[index], window: seconds, after: elapsed)
      }
      fits.measurements[index] = fits.newest[index]
    }
  }

  /// Writes the readings, and since when each string has been silent.
  private mutating func writeReadings() {
    var soundingCount = 0
    for index in strings.indices where fits.newest[index].isSounding { soundingCount += 1 }
    for index in strings.indices {
      let measured = fits.newest[index]
      var reading = StrumDecision.reading(
        measured, of: strings[index], seconds: spectrum.seconds,
        othersSounding: isOfStroke ? soundingCount - (measured.isSounding ? 1 : 0) : 0,
        isAmongStrings: isOfStroke || rise.isExplained)
      // The sound may be that of the string far out of tune.
      if reading.state == .silent, isOfStroke,
        search.hasSound(outsideRangeOf: index, seconds: spectrum.seconds)
      {
        reading = StrumDecision.unclear(reading)
      }
      fits.readings[strings[index].index] = reading
      let isSilent = reading.state != .sounding && StrumDecision.isSilent(measured)
      fits.silentSince[index] = isSilent ? fits.silentSince[index] ?? stream.totalCount : nil
    }
  }

  /// Returns the energies of a spectrum above the lowest frequency of a string.
  func energy(of powers: borrowing FixedArray<Double>) -> DifferenceEnergy {
    let lowest = strings[0].target * CentRatio.ratio(of: -strings[0].range)
    return DifferenceEnergy(
      powers, in: Int(lowest * spectrum.seconds)..<spectrum.count, seconds: spectrum.seconds)
  }

  private static func decibels(of power: Double, under loudest: Double) -> Double {
    let ratio = (power.squareRoot() + 1e-9) / (loudest.squareRoot() + 1e-9)
    return 20 * decimalLogarithm(of: ratio)
  }
}
