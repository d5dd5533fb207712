// SPDX-License-Identifier: MIT

public import Acoustics

/// The metrics of `mir_eval.melody`, under its names and with its values for the undefined cases.
///
/// Salamon et al. 2014; with voicing between 0 and 1, Bittner & Bosch 2019.
extension AlignedMelody {
  /// The number of frames in which the reference is voiced.
  public var voicedFrames: Int { frames.count { $0.referenceVoicing > 0 } }

  /// The number of frames in which the reference is unvoiced.
  public var unvoicedFrames: Int { frames.count { $0.referenceVoicing == 0 } }

  /// The share of voiced reference frames that the estimate reports as voiced.
  ///
  /// It is 1 if no frame of the reference is voiced, and 0 if there is no frame.
  public var voicingRecall: Double {
    guard !frames.isEmpty else { return 0 }
    let voiced = voicedFrames
    guard voiced > 0 else { return 1 }
    return compensatedSum(
      frames.lazy.filter { $0.referenceVoicing > 0 }.map(\.estimateVoicing)) / Double(voiced)
  }

  /// The share of unvoiced reference frames that the estimate reports as voiced.
  ///
  /// It is 0 if every frame of the reference is voiced or there is no frame.
  public var voicingFalseAlarm: Double {
    let unvoiced = unvoicedFrames
    guard unvoiced > 0 else { return 0 }
    return compensatedSum(
      frames.lazy.filter { $0.referenceVoicing == 0 }.map(\.estimateVoicing)) / Double(unvoiced)
  }

  /// Returns the share of voiced reference frames whose estimate, voiced or unvoiced, is within
  /// `tolerance`.
  ///
  /// It is 0 if no frame of the reference is voiced.
  public func rawPitchAccuracy(within tolerance: Cents) -> Double {
    accuracy { $0 < tolerance.value }
  }

  /// Returns the raw pitch accuracy with octaves folded into one.
  ///
  /// It is 0 if no frame of the reference is voiced.
  public func rawChromaAccuracy(within tolerance: Cents) -> Double {
    accuracy { difference in
      let octaves = 1200 * (difference / 1200 + 0.5).rounded(.down)
      return abs(difference - octaves) < tolerance.value
    }
  }

  /// Returns the share of all frames that are right: voiced and within `tolerance`, or unvoiced in
  /// both.
  ///
  /// It is 0 if there is no frame.
  public func overallAccuracy(within tolerance: Cents) -> Double {
    guard !frames.isEmpty else { return 0 }
    let reward = compensatedSum(frames.lazy.map(\.referenceVoicing))
    let ratio = reward > 0 ? Double(voicedFrames) / reward : 0
    let pitched = compensatedSum(
      frames.lazy.map { frame in
        guard let difference = Self.difference(frame), difference < tolerance.value else {
          return 0
        }
        return frame.referenceVoicing * frame.estimateVoicing
      })
    let silent = compensatedSum(
      frames.lazy.filter { $0.referenceVoicing == 0 }.map { 1 - $0.estimateVoicing })
    return (ratio * pitched + silent) / Double(frames.count)
  }

  private func accuracy(_ isCorrect: (Double) -> Bool) -> Double {
    let reward = compensatedSum(frames.lazy.map(\.referenceVoicing))
    guard reward > 0 else { return 0 }
    var correct: [Double] = []
    for frame in frames {
      if let difference = Self.difference(frame), isCorrect(difference) {
        correct.append(frame.referenceVoicing)
      }
    }
    return compensatedSum(correct) / reward
  }

  private static func difference(_ frame: Frame) -> Double? {
    guard let reference = frame.referenceCents, let estimate = frame.estimateCents else {
      return nil
    }
    return abs(reference - estimate)
  }
}
