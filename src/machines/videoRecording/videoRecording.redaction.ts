/** Redaction rules of `videoRecording` (machines/recording/redaction.ts). */
import { defineRedaction } from '../recording/redaction.ts';
import type { VideoRecordingContext, VideoRecordingEvent, VideoRecordingInput } from './videoRecording.machine.ts';

export const videoRecordingRedaction = defineRedaction<
  VideoRecordingContext,
  VideoRecordingEvent,
  VideoRecordingInput
>()({
  context: {
    serialNumber: true,
    streamKey: true,
    fileId: true,
    captured: true,
    sent: true,
    startedAt: true,
    end: true,
    tries: true,
    durationMs: true,
    isCutShort: true,
    failure: 'failure',
  },
  input: { serialNumber: true, streamKey: true },
  events: {
    'capture.ended': { isBroken: true },
    'capture.refused': { failure: 'failure' },
  },
  outputs: { open: { fileId: true }, sendParts: { parts: true, at: true }, finish: { durationMs: true } },
});
