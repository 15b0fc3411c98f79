import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { OwnRelation } from '../../../contract/entities/friend.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { invitationsMachine, type KeptAsk } from '../../../src/machines/friends/invitations.machine.ts';
import { LOOK_EVERY_MS, noRobotMachine } from '../../../src/machines/noRobot/noRobot.machine.ts';
import {
  WAITING_AGAIN_MS,
  type WaitingRobot,
  waitingRobotMachine,
} from '../../../src/machines/noRobot/waitingRobot.machine.ts';
import {
  selectIsLooking,
  selectLookFailure,
  selectNoRobotWaiting,
  selectWaitingRobot,
} from '../../../src/machines/noRobot/noRobot.selectors.ts';
import { callable } from '../../fakes/startCompanion.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { keptInTab } from '../../fakes/keptDialog.ts';

const { keepDialog, recallDialog } = keptInTab<KeptAsk>();

function start(robots: number | Error, demo = false) {
  const cloud = { robots, asked: 0, invitations: 0 };
  const screen = callable<WaitingRobot | null, unknown>();
  const started = startUnderApp(
    noRobotMachine.provide({
      actors: {
        countRobots: fromPromise<number, { userId: string }>(async () => {
          cloud.asked += 1;
          if (cloud.robots instanceof Error) throw cloud.robots;
          return cloud.robots;
        }),
        waitingRobot: waitingRobotMachine.provide({ actors: { lookAtScreen: screen.logic } }),
        invitations: invitationsMachine.provide({
          actions: { keepDialog },
          actors: {
            recallDialog,
            loadInvitations: fromPromise<readonly OwnRelation[], { userId: string }>(async () => {
              cloud.invitations += 1;
              return [];
            }),
          },
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'noRobot', params: {}, query: {}, user: userOf({ demo }), serialNumber: '', language: 'enUS' },
    },
  );
  return { ...started, cloud, screen };
}

it('looks when asked, every ten seconds, and when rights change', async () => {
  const { actor, clock, cloud } = start(0);
  expect(cloud.asked).toBe(0);
  actor.send({ type: 'robots.look' });
  expect(selectIsLooking(actor.getSnapshot())).toBe(true);
  await settle();
  clock.increment(LOOK_EVERY_MS);
  await settle();
  actor.send({ type: 'page.noticed', notice: { type: 'relationsChanged' } });
  await settle();
  expect(cloud.asked).toBe(3);
  // Invitations are loaded as well: once at the start, and with every check.
  expect(cloud.invitations).toBe(4);
  expect(selectIsLooking(actor.getSnapshot())).toBe(false);
});

it('has the session read anew once there is a robot, which leads home', async () => {
  const { actor, toldTo } = start(1);
  actor.send({ type: 'robots.look' });
  await settle();
  expect(toldTo('session')).toEqual([{ type: 'session.refresh' }]);
});

it('says why it could not look, until it can', async () => {
  const { actor, cloud } = start(new ApiError('networkFailed'));
  actor.send({ type: 'robots.look' });
  await settle();
  expect(selectLookFailure(actor.getSnapshot())?.code).toBe(ERRORS.networkFailed);
  cloud.robots = 0;
  actor.send({ type: 'robots.look' });
  await settle();
  expect(selectLookFailure(actor.getSnapshot())).toBeNull();
});

const WAITING: WaitingRobot = {
  serialNumber: 'U2-1',
  robotNickName: 'Helper',
  kind: 'reception',
  siteName: 'Hotel',
  code: 'AAAA-BBBB-CCCC-DDDD',
  picture: 'data:',
  leftMs: 40_000,
};

it('shows the screen of a robot that waits, in the demo alone, and looks again when its code turns', async () => {
  expect(start(0).screen.asked).toEqual([]);
  const { actor, clock, screen } = start(0, true);
  const shown = () => selectWaitingRobot(selectNoRobotWaiting(actor.getSnapshot())!.getSnapshot());
  await screen.answer(WAITING);
  expect(shown()).toEqual(WAITING);
  clock.increment(WAITING.leftMs);
  expect(screen.asked).toHaveLength(2);
  // The robot was bound.
  await screen.answer(null);
  expect(shown()).toBeNull();
  clock.increment(WAITING_AGAIN_MS);
  await screen.refuse('networkFailed');
  expect(shown()).toBeNull();
  clock.increment(WAITING_AGAIN_MS);
  expect(screen.asked).toHaveLength(4);
});
