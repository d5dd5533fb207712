// SPDX-License-Identifier: MIT

const SENTENCES = {
  NotAllowedError:
    'The microphone is not allowed for this page. Allow it in the site settings of the browser '
    + '(the icon beside the address), then start again.',
  NotFoundError: 'There is no microphone. Connect one, then start again.',
  OverconstrainedError:
    'The chosen microphone is not there any more. Choose another in the settings, then start '
    + 'again.',
  NotReadableError:
    'The microphone is in use by another program, or the system denies it. Close the other '
    + 'program, then start again.',
  AbortError: 'The microphone stopped while it was opened. Start again.',
};

/** The reason why no microphone can be heard, as a sentence with its remedy. */
export class MicrophoneFailure extends Error {
  /** Makes the failure of an exception of `getUserMedia`. */
  static of(exception) {
    return new MicrophoneFailure(
      SENTENCES[exception.name] ?? `The microphone did not open: ${exception.message}`);
  }

  /** Returns the failure of this page before it asks; null where it may ask. */
  static ofPage() {
    if (!globalThis.isSecureContext) {
      return new MicrophoneFailure(
        'Browsers give a microphone only to pages that are served securely. Open this page by '
        + 'https, or from this machine as http://localhost.');
    }
    if (!navigator.mediaDevices?.getUserMedia || !globalThis.AudioWorkletNode) {
      return new MicrophoneFailure(
        'This browser gives pages no microphone or no audio thread. Use a current Firefox, Chrome, '
        + 'Edge or Safari.');
    }
    return null;
  }
}
