/** The live video machine on a simulated clock, with a camera controlled by the test. */
import { createActor, fromCallback, fromPromise, SimulatedClock, type AnyEventObject } from 'xstate';
import { ApiError } from '../../contract/wire/errors.ts';
import { videoMachine } from '../../src/machines/robotData/video.machine.ts';
import {
  type MicrophoneRefusal,
  type PhotoInput,
  type SavedPhoto,
  type VideoReport,
  type WatchCommand,
  type WatchInput,
} from '../../src/machines/robotData/video.setup.ts';

export function startVideo() {
  const clock = new SimulatedClock();
  const camera = {
    viewings: [] as WatchInput[],
    live: 0,
    told: [] as WatchCommand[],
    microphone: null as MicrophoneRefusal | null,
    open: 0,
    photo: true,
  };
  let report: (event: VideoReport) => void = () => {};
  const actor = createActor(
    videoMachine.provide({
      actors: {
        watch: fromCallback<AnyEventObject, WatchInput>(({ input, sendBack, receive }) => {
          camera.viewings.push(input);
          camera.live += 1;
          report = sendBack;
          receive((event) => camera.told.push(event as WatchCommand));
          return () => {
            camera.live -= 1;
          };
        }),
        speak: fromCallback<AnyEventObject, { serialNumber: string }>(({ sendBack }) => {
          const refusal = camera.microphone;
          sendBack(refusal ? { type: 'microphone.refused', refusal } : { type: 'microphone.opened' });
          if (!refusal) camera.open += 1;
          return () => {
            if (!refusal) camera.open -= 1;
          };
        }),
        savePhoto: fromPromise<SavedPhoto, PhotoInput>(async ({ input: { keep } }) => {
          if (!camera.photo) throw new ApiError('screenshotFailed');
          return { place: keep ? 'library' : 'disk' };
        }),
      },
    }),
    { input: { serialNumber: 'SN' }, clock },
  ).start();
  return {
    actor,
    clock,
    camera,
    report: (event: VideoReport) => report(event),
    says: (tag: Parameters<ReturnType<typeof actor.getSnapshot>['hasTag']>[0]) => actor.getSnapshot().hasTag(tag),
    /** The link is open and the first frame has arrived. */
    flowing() {
      actor.send({ type: 'mqttLink.opened' });
      report({ type: 'picture.flowing', at: 1_000 });
    },
  };
}
