// SPDX-License-Identifier: MIT

import ALSAAudio
import ArgumentParser

/// Where a live session listens.
enum LiveInput {
  /// To a device.
  case device(CaptureConfiguration)
  /// To a recording at the pace of a microphone.
  case recording(path: String)
}

/// What a live session prints.
enum LiveFormat: String, CaseIterable, ExpressibleByArgument {
  case display, text, ndjson
}
