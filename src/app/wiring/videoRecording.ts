/** Wires recordings of robots' pictures to the streams, the browser's recorder and the API. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { videoRecordings } from '../../../contract/endpoints/videoRecordings.ts';
import type { Notice } from '../../machines/app/events.ts';
import {
  type CaptureCommand,
  type CaptureInput,
  type VideoRecordingEvent,
  videoRecordingMachine,
} from '../../machines/videoRecording/videoRecording.machine.ts';
import { failureOf } from '../../machines/failure.ts';
import { createClient } from '../../services/api.ts';
import { grabStill } from '../../services/rtcPhoto.ts';
import { createTrackRecorder, RECORDED_TYPES, type RecorderLike } from '../../services/recordTrack.ts';
import type { Services } from '../services.ts';

/** A part of a few hundred kilobytes takes longer only if the connection is gone. */
const REQUEST_TIMEOUT_MS = 20_000;

const RECORDING_CUT: Notice = {
  tone: 'warning',
  key: 'shell.recordingCut.text',
  way: { to: '/video/photos', key: 'shell.recordingCut.open' },
};

export function wireVideoRecording({ transport, streams, notify, world: { clock } }: Services) {
  const recorder = createTrackRecorder({
    api: createClient(videoRecordings, transport),
    host: '',
    fetch: (...request) => fetch(...request),
    types:
      typeof MediaRecorder === 'undefined' ? [] : RECORDED_TYPES.filter((type) => MediaRecorder.isTypeSupported(type)),
    // `onstop` and its neighbours have other event types in the DOM.
    recorder: (track, options) => new MediaRecorder(new MediaStream([track]), options) as unknown as RecorderLike,
    after(ms, act) {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    still: (stream) => grabStill(stream, document),
    requestTimeOut: (signal) => AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
  });
  return videoRecordingMachine.provide({
    actors: {
      open: fromPromise<{ fileId: string }, { serialNumber: string }>(async ({ input: { serialNumber }, signal }) => ({
        fileId: await recorder.open(serialNumber, signal),
      })),
      capture: fromCallback<EventObject, CaptureInput>(({ input: { fileId, streamKey }, sendBack, receive }) => {
        const report = (event: VideoRecordingEvent): void => sendBack(event);
        const stream = streams.stream(streamKey);
        let stop: () => void = () => undefined;
        try {
          stop = recorder.capture(fileId, stream, {
            captured: () => report({ type: 'part.captured' }),
            ended: (isBroken) => report({ type: 'capture.ended', isBroken }),
          });
        } catch (error) {
          report({ type: 'capture.refused', failure: failureOf(error) });
        }
        // A new stream has another format, so it would be another recording.
        const forget = streams.onStream(streamKey, () => void (streams.stream(streamKey) !== stream && stop()));
        receive((command) => {
          if ((command as CaptureCommand).type === 'capture.drop') recorder.discard(fileId);
          else stop();
        });
        return () => {
          forget();
          // The page that recorded may be gone by then.
          void recorder.leave(fileId).then((isComplete) => {
            if (!isComplete) notify(RECORDING_CUT);
          });
        };
      }),
      sendParts: fromPromise<{ parts: number; at: number }, { fileId: string }>(async ({ input, signal }) => ({
        parts: await recorder.send(input.fileId, signal),
        at: clock.now(),
      })),
      finish: fromPromise<{ durationMs: number }, { fileId: string }>(({ input, signal }) =>
        recorder.finish(input.fileId, signal),
      ),
    },
  });
}
