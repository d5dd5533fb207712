// SPDX-License-Identifier: MIT

public import Acoustics

/// The limits behind the scoring words, the same in every table.
public enum ScoringWord {
  /// *Answered*, and on noise a *false alarm*: this confidence or more.
  public static let answered = 0.7
  /// An answer that counts while a note settles, and that noise stays below: this confidence or more.
  public static let heard = 0.3
  /// *Gross*: further off than this.
  public static let gross = Cents(50)
  /// The tolerances of raw pitch accuracy, from mir_eval's to a strobe's.
  public static let tolerances = [Cents(50), Cents(10), Cents(5), Cents(1), Cents(0.1)]
  /// The tolerances that *settled* is reported for.
  public static let settling = [Cents(50), Cents(5), Cents(1)]
  /// How long a reading has to stay within a tolerance to have settled, in seconds.
  public static let hold = 0.060
}
