// SPDX-License-Identifier: MIT

public import Acoustics

/// The thresholds that define the terms of scoring, the same in every table.
public enum ScoringThreshold {
  /// *Answered*, and on noise a *false alarm*: this confidence or more.
  public static let answered = 0.7
  /// The confidence from which an answer counts while a note settles; noise should stay below it.
  public static let heard = 0.3
  /// *Gross*: further off than this.
  public static let gross = Cents(50)
  /// The tolerances of raw pitch accuracy, from mir_eval's to that of a strobe tuner.
  public static let tolerances = [Cents(50), Cents(10), Cents(5), Cents(1), Cents(0.1)]
  /// The tolerances for which settling is reported.
  public static let settling = [Cents(50), Cents(5), Cents(1)]
  /// The time for which readings must stay within a tolerance to count as settled, in seconds.
  public static let hold = 0.060
}
