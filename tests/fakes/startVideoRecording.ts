/** The machine of a recording on a simulated clock, with a browser and a server controlled by the test. */
import { type AnyEventObject, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import {
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
    finished: 0,
  };
  let report: (event: VideoRecordingEvent) => void = () => {};
  const actor = createActor(
    videoRecordingMachine.provide({
      actors: {
        open: fromPromise(async () => {
          if (world.refuses) throw new ApiError(world.refuses);
          return { fileId: 'f1' };
        }),
        capture: fromCallback<AnyEventObject, CaptureInput>(({ sendBack, receive }) => {
          world.captures += 1;
          report = sendBack;
          receive(() => {
            world.stops += 1;
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
          const parts = world.waiting;
          world.waiting = 0;
          world.stored += parts;
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
