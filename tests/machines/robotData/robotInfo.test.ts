/** What a robot reports about itself: read while its dialog is open, and only then. */
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { expect, it } from 'vitest';
import type { RobotInfo } from '../../../contract/endpoints/robotSettings.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { type RobotInfoInput, robotInfoMachine } from '../../../src/machines/robotData/robotInfo.machine.ts';
import {
  selectInfoFailure,
  selectIsInfoOpen,
  selectRobotInfo,
} from '../../../src/machines/robotData/robotInfo.selectors.ts';
import { sampleInfo } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';

const REFRESH_MS = 5_000;

it('is read when opened and again while it is open, can fail and be tried again, and ends when closed', async () => {
  const clock = new SimulatedClock();
  const robot = { asked: [] as string[], info: sampleInfo(), refusal: new ApiError('networkFailed') as Error | null };
  const actor = createActor(
    robotInfoMachine.provide({
      actors: {
        readInfo: fromPromise<RobotInfo, RobotInfoInput>(async ({ input }) => {
          robot.asked.push(input.serialNumber);
          if (robot.refusal) throw robot.refusal;
          return robot.info;
        }),
      },
    }),
    { clock, input: { serialNumber: 'A-1' } },
  ).start();
  const read = () => actor.getSnapshot();
  clock.increment(REFRESH_MS);
  await settle();
  expect([robot.asked, selectIsInfoOpen(read())]).toEqual([[], false]);

  actor.send({ type: 'info.open' });
  await settle();
  expect(selectInfoFailure(read())?.code).toBe(ERRORS.networkFailed);
  robot.refusal = null;
  actor.send({ type: 'info.retry' });
  await settle();
  expect(selectRobotInfo(read())).toEqual(robot.info);

  const before = robot.info;
  robot.refusal = new ApiError('networkFailed');
  clock.increment(REFRESH_MS);
  await settle();
  expect([selectRobotInfo(read()), robot.asked.length]).toEqual([before, 3]);
  Object.assign(robot, {
    refusal: null,
    info: sampleInfo({ busy: { busy: false, why: null, until: null, canWait: true } }),
  });
  clock.increment(REFRESH_MS);
  await settle();
  expect(selectRobotInfo(read())?.busy.busy).toBe(false);

  actor.send({ type: 'info.close' });
  clock.increment(REFRESH_MS * 2);
  await settle();
  expect([robot.asked.length, selectIsInfoOpen(read())]).toEqual([4, false]);
  expect(new Set(robot.asked)).toEqual(new Set(['A-1']));
});
