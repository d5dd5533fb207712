// SPDX-License-Identifier: MIT

public import Acoustics
internal import SignalProcessing

/// A detector of streams that passes the newest frame to a detector of frames at each update.
///
/// The samples before the first one, and before a reset, are unknown. So there is no pitch until a
/// whole frame has been appended: zeros instead of them would make the first readings sharp.
public struct FramedDetector<Base: FramePitchDetector & ~Copyable>: PitchDetector, ~Copyable {
  private var base: Base
  private var assembler: FrameAssembler

  /// Prepares a detector of streams around `base`.
  ///
  /// - Parameter base: estimates the pitch of a frame.
  /// - Throws: `PitchDetectionError.transform` for a detector without a frame.
  public init(_ base: consuming Base) throws(PitchDetectionError) {
    let assembler: FrameAssembler
    do throws(SignalProcessingError) {
      assembler = try FrameAssembler(frameCount: base.frameCount)
    } catch {
      throw .transform(error)
    }
    self.init(base: base, assembler: assembler)
  }

  private init(base: consuming Base, assembler: consuming FrameAssembler) {
    self.base = base
    self.assembler = assembler
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples.
  public mutating func append(_ samples: Span<Float>) { assembler.append(samples) }

  /// Returns the pitch of the newest frame.
  ///
  /// - Returns: `nil` if nothing repeats, and until a whole frame has been appended.
  public mutating func estimatePitch() -> PitchEstimate? {
    guard assembler.totalCount >= assembler.frameCount else { return nil }
    return Self.estimate(by: &base, of: assembler)
  }

  private static func estimate(
    by base: inout Base, of assembler: borrowing FrameAssembler
  ) -> PitchEstimate? {
    base.estimatePitch(of: assembler.frame)
  }

  /// Discards the stream.
  public mutating func reset() { assembler.reset() }
}
