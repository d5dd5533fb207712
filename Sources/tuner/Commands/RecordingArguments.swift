// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import AudioInput
import FileStore
import Foundation

/// The help and the checks of options that several commands for recordings have.
enum RecordingArguments {
  /// The help of `--channel`.
  static var channelHelp: ArgumentHelp {
    ArgumentHelp("Use one channel, counted from 1, instead of a mix of all.", valueName: "n")
  }

  /// The help of `-j`.
  static var jobsHelp: ArgumentHelp {
    ArgumentHelp(
      """
      The number of recordings to analyse at once. It does not change the output. (default: one \
      for each core)
      """, valueName: "n")
  }

  /// Checks the numbers of the options; `nil` for an option that is not given.
  ///
  /// A recording has its own number of channels, which its reader compares.
  ///
  /// - Throws: `ValidationError` for a number out of its range.
  static func check(channel: Int? = nil, jobs: Int? = nil) throws {
    if let channel, channel < 1 { throw ValidationError("--channel \(channel): count from 1.") }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("-j \(jobs): give 1 to 1024.") }
  }

  /// The supported sample rates, in words.
  static var sampleRates: String { SampleRate.supported.ends { Double($0.hertz) } }

  /// Checks the sample rate of a device or a tone.
  ///
  /// - Parameter sampleRate: the rate; `nil` for an option that is not given.
  /// - Throws: `ValidationError` for a rate that is not supported.
  static func check(sampleRate: Int?) throws {
    guard let sampleRate else { return }
    guard sampleRate > 0, SampleRate.supported.contains(SampleRate(sampleRate)) else {
      throw ValidationError("--sample-rate \(sampleRate): give \(sampleRates).")
    }
  }

  /// Returns the channels that are mixed: the one of `--channel`, or all.
  static func channels(_ number: Int?) -> ChannelSelection { number.map { .channel($0) } ?? .mix }

  /// Returns the number of recordings to analyse at once: that of `-j`, or one for each core.
  static func jobs(_ number: Int?) -> Int {
    number ?? ProcessInfo.processInfo.activeProcessorCount
  }

  /// Checks the channel of a device, or of a recording in place of one.
  ///
  /// - Parameters:
  ///   - channel: the channel; `nil` for a mix of all.
  ///   - input: the recording; `nil` for a device.
  /// - Throws: `ValidationError` for a number out of its range.
  static func check(channel: Int?, input: String?) throws {
    if input != nil { return try check(channel: channel) }
    if let channel, !(1...256).contains(channel) {
      throw ValidationError("--channel \(channel): give a number from 1 to 256.")
    }
  }

  /// Refuses `-` as the name of a file that an option writes.
  ///
  /// - Parameters:
  ///   - name: the name; `nil` if the option is absent.
  ///   - option: the option as it is typed.
  ///   - need: the kind of name that the option needs.
  ///   - remedy: a sentence about the output without the option; empty for none.
  /// - Throws: `ValidationError`.
  static func check(
    output name: String?, of option: String = "-o", need: String = "a file",
    remedy: String = "Without -o, results go to standard output."
  ) throws {
    guard name == "-" else { return }
    throw ValidationError(
      "\(option) needs \(need)\(remedy.isEmpty ? ", not standard output." : ". \(remedy)")")
  }

  /// Refuses two outputs to the same file, of which one would replace the other.
  ///
  /// - Parameter outputs: the options as they are typed, and their files; `nil` for an option that
  ///   is absent.
  /// - Throws: `ValidationError`.
  static func check(outputs: [(option: String, path: String?)]) throws {
    if let (first, second) = FilePlace.shared(by: outputs) {
      throw ValidationError("\(first) and \(second) need two files.")
    }
  }
}
