/** Connects a robot's page to the API, MQTT, WebRTC and the input devices. Contains no logic. */
import { fromPromise } from 'xstate';
import { captions } from '../../../contract/endpoints/captions.ts';
import { deliveries } from '../../../contract/endpoints/deliveries.ts';
import { robotSettings, type RobotInfo } from '../../../contract/endpoints/robotSettings.ts';
import { videoWall } from '../../../contract/endpoints/videoWall.ts';
import type { SpokenLine } from '../../../contract/entities/caption.ts';
import { compartmentJamsMachine, type Jam } from '../../machines/robotData/compartmentJams.machine.ts';
import { commandsMachine } from '../../machines/robotData/commands.machine.ts';
import { teleopMachine } from '../../machines/robotData/teleop.machine.ts';
import { leaseMachine } from '../../machines/robotData/lease.machine.ts';
import { robotDataMachine } from '../../machines/robotData/robotData.machine.ts';
import { resumersMachine } from '../../machines/robotData/resumers.machine.ts';
import { type RobotInfoInput, robotInfoMachine } from '../../machines/robotData/robotInfo.machine.ts';
import { spokenMachine, type SpokenInput } from '../../machines/robotData/spoken.machine.ts';
import { videoMachine } from '../../machines/robotData/video.machine.ts';
import { type Watcher, watchersMachine, type WatchersInput } from '../../machines/robotData/watchers.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { wireRobotActions } from './robotActions.ts';
import { wireVideoRecording } from './videoRecording.ts';
import { wireRouteRunMonitor } from './routeRun.ts';
import type { RobotBrowser } from './robotData/browser.ts';
import {
  ask,
  askResumers,
  callLease,
  holdLease,
  loadMissed,
  loadRobot,
  measureRoundTrip,
  readResumers,
} from './robotData/calls.ts';
import { followRobot } from './robotData/follow.ts';
import { escapeKey, gamepad, keyboard, sendPulse } from './robotData/inputDevices.ts';
import { watchTab } from './robotData/tab.ts';
import { newShared } from './robotData/needs.ts';
import { robotNeedsOf } from './robotData/robotNeeds.ts';
import { speak, takePhoto, uploadsOf, watch } from './robotData/viewing.ts';

export function wireRobotData(services: Services, browser?: RobotBrowser) {
  const needs = robotNeedsOf(services, browser);
  const captionCalls = createClient(captions, services.transport);
  const infoCalls = createClient(robotSettings, services.transport);
  const deliveryCalls = createClient(deliveries, services.transport);
  const wallCalls = createClient(videoWall, services.transport);
  const shared = newShared();
  const pulse = sendPulse(needs, shared);
  return robotDataMachine.provide({
    actors: {
      loadRobot: loadRobot(needs, shared),
      loadMissed: loadMissed(needs),
      follow: followRobot(needs, shared),
      watchTab: watchTab(needs),
      escapeKey: escapeKey(needs),
      lease: leaseMachine.provide({
        actors: {
          callLease: callLease(needs),
          measureRoundTrip: measureRoundTrip(needs),
          holding: holdLease(needs),
        },
      }),
      teleop: teleopMachine.provide({
        actors: { keyboard: keyboard(needs), gamepad: gamepad(needs) },
        actions: { sendPulse: (_, params) => pulse(params) },
      }),
      routeRunMonitor: wireRouteRunMonitor(services),
      robotActions: wireRobotActions(services),
      commands: commandsMachine.provide({ actors: { ask: ask(needs) } }),
      resumers: resumersMachine.provide({
        actors: { readResumers: readResumers(needs), askResumers: askResumers(needs) },
      }),
      compartmentJams: compartmentJamsMachine.provide({
        actors: {
          readJams: fromPromise<readonly Jam[], { serialNumber: string }>(
            async ({ input, signal }) => (await deliveryCalls.jams(input, { signal })).jams,
          ),
          clearJam: fromPromise<void, { serialNumber: string; compartment: number }>(
            async ({ input }) => void (await deliveryCalls.clearCompartment(input)),
          ),
        },
      }),
      robotInfo: robotInfoMachine.provide({
        actors: {
          readInfo: fromPromise<RobotInfo, RobotInfoInput>(async ({ input, signal }) => {
            const [battery, wheelLock, busy, user, multiFloor] = await Promise.all([
              infoCalls.battery(input, { signal }),
              infoCalls.wheelLock(input, { signal }),
              infoCalls.busy(input, { signal }),
              infoCalls.user(input, { signal }),
              infoCalls.multiFloor(input, { signal }),
            ]);
            return { battery, wheelLock, busy, user, multiFloor };
          }),
        },
      }),
      spoken: spokenMachine.provide({
        actors: {
          readSpoken: fromPromise<readonly SpokenLine[], SpokenInput>(
            async ({ input, signal }) => (await captionCalls.spoken(input, { signal })).lines,
          ),
        },
      }),
      watchers: watchersMachine.provide({
        actors: {
          readWatchers: fromPromise<readonly Watcher[], WatchersInput>(
            async ({ input, signal }) => (await wallCalls.viewers(input, { signal })).viewers,
          ),
        },
      }),
      videoRecording: wireVideoRecording(services),
      video: videoMachine.provide({
        actors: {
          watch: watch(needs, shared),
          speak: speak(needs, shared),
          savePhoto: takePhoto(needs, uploadsOf(services)),
        },
      }),
    },
  });
}
