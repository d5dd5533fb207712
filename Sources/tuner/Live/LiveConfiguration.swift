// SPDX-License-Identifier: MIT

import ALSAAudio
import AudioInput
import ControlOutput
import StringCoupling
import TunerAnalysis
import TunerDisplay

/// The configuration of a run of `tuner live` or `tuner serve`.
struct LiveConfiguration {
  /// The source of the samples.
  enum Input {
    case device(CaptureConfiguration)
    /// A recording that is played in real time.
    case recording(path: String, ChannelSelection)
  }

  /// The presentation of the results.
  enum Presentation {
    case lines(LiveFormat)
    case display(DisplaySession.Configuration)
    case pages(PageConfiguration)
  }

  var settings: AnalysisSettings
  /// The sender of readings over OSC; `nil` for none.
  var osc: OSCSender?
  /// The sender of the pitch as MIDI messages; `nil` for none.
  var midi: MIDISender?
  /// The origins of the settings.
  var sources: SettingSources
  var input: Input
  var presentation: Presentation
  /// Earlier strokes of the same guitar; `nil` for none.
  var earlier: EarlierStrokes?
  /// The length of the stream to analyse, in seconds; `nil` for all of it.
  var seconds: Double?
  /// The file that keeps every sample; `nil` for none.
  var recording: String?
  /// True if the last 30 seconds are kept for a report.
  var keepsLastSeconds = true
  /// True if notes are written to the practice journal.
  var isPractice = false
  /// True if the player asked for that, so that a loss is a failure of the command.
  var isPracticeRequested = false
  /// True if a notification is shown when a goal is reached.
  var isNotifying = false
  /// True if results are corrected by the device's measured clock.
  var isCalibrated = false
  var isQuiet = false
  var isVerbose = false

  /// The recording to listen to; `nil` for a device.
  var inputPath: String? {
    if case .recording(let path, _) = input { path } else { nil }
  }

  /// The playback device for reference tones.
  var playbackDevice: String {
    if case .device(let capture) = input { capture.deviceName } else { "default" }
  }
}
