/** The machine of a recording on a simulated clock, with a browser and a server controlled by the test. */
import { type AnyEventObject, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { VIDEO_RECORDING_SILENT_MS } from '../../contract/rules/videoRecording.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import {
  type CaptureCommand,
  type CaptureInput,
  type VideoRecordingEvent,
  videoRecordingMachine,
} from '../../src/machines/videoRecording/videoRecording.machine.ts';
import { selectRecordingState } from '../../src/machines/videoRecording/videoRecording.selectors.ts';

export function startVideoRecording() {
  const clock = new SimulatedClock();
  const world = {
    refuses: null as ErrorName | null,
    /** What sending and completing end with. */
    sending: null as ErrorName | null,
    finishing: null as ErrorName | null,
    waiting: 0,
    stored: 0,
    /** Captures that run, and how many were asked to stop. */
    captures: 0,
    stops: 0,
    /** Parts that were dropped on demand. */
    dropped: 0,
    finished: 0,
    /** When something last arrived, simulated time: after a while the server completes it by itself. */
    arrivedAt: 0,
  };
  let report: (event: VideoRecordingEvent) => void = () => {};
  const actor = createActor(
    videoRecordingMachine.provide({
      actors: {
        open: fromPromise(async () => {
          if (world.refuses) throw new ApiError(world.refuses);
          world.arrivedAt = clock.now();
          return { fileId: 'f1' };
        }),
        capture: fromCallback<AnyEventObject, CaptureInput>(({ sendBack, receive }) => {
          world.captures += 1;
          let isRunning = true;
          report = sendBack;
          receive((command) => {
            if ((command as CaptureCommand).type === 'capture.drop') {
              world.dropped += world.waiting;
              world.waiting = 0;
              return;
            }
            world.stops += 1;
            if (!isRunning) return;
            isRunning = false;
            // The recorder gives what it holds, then ends.
            world.waiting += 1;
            sendBack({ type: 'part.captured' });
            sendBack({ type: 'capture.ended', isBroken: false });
          });
          return () => {
            world.captures -= 1;
          };
        }),
        sendParts: fromPromise(async () => {
          if (world.sending) throw new ApiError(world.sending);
          if (clock.now() - world.arrivedAt > VIDEO_RECORDING_SILENT_MS) throw new ApiError('fileUnknown');
          const parts = world.waiting;
          world.waiting = 0;
          world.stored += parts;
          if (parts > 0) world.arrivedAt = clock.now();
          return { parts, at: 1_000 + clock.now() };
        }),
        finish: fromPromise(async () => {
          if (world.finishing) throw new ApiError(world.finishing);
          world.finished += 1;
          return { durationMs: world.stored * 2_000 };
        }),
      },
    }),
    { clock, input: { serialNumber: 'SN', streamKey: 'video/SN' } },
  ).start();
  return {
    actor,
    clock,
    world,
    state: () => selectRecordingState(actor.getSnapshot()),
    report: (event: VideoRecordingEvent) => report(event),
    part() {
      world.waiting += 1;
      report({ type: 'part.captured' });
    },
  };
}
