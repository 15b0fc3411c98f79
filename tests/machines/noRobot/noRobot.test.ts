import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { OwnRelation } from '../../../contract/entities/friend.ts';
import { CodedError, ERRORS } from '../../../contract/wire/errors.ts';
import { invitationsMachine } from '../../../src/machines/friends/invitations.machine.ts';
import { LOOK_EVERY_MS, noRobotMachine } from '../../../src/machines/noRobot/noRobot.machine.ts';
import { selectIsLooking, selectLookFailure } from '../../../src/machines/noRobot/noRobot.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/underApp.ts';

function start(robots: number | Error) {
  const cloud = { robots, asked: 0, invitations: 0 };
  const started = startUnderApp(
    noRobotMachine.provide({
      actors: {
        countRobots: fromPromise<number, { userId: string }>(async () => {
          cloud.asked += 1;
          if (cloud.robots instanceof Error) throw cloud.robots;
          return cloud.robots;
        }),
        invitations: invitationsMachine.provide({ actors: { loadInvitations: fromPromise<readonly OwnRelation[], { userId: string }>(async () => { cloud.invitations += 1; return []; }) } }),
      },
    }),
    { as: 'screen', input: { page: 'noRobot', params: {}, query: {}, user: userOf(), serialNumber: '', language: 'enUS' } },
  );
  return { ...started, cloud };
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
  // An invitation leads to a robot as well: once at the start, and with every look.
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
  const { actor, cloud } = start(new CodedError('networkFailed'));
  actor.send({ type: 'robots.look' });
  await settle();
  expect(selectLookFailure(actor.getSnapshot())?.code).toBe(ERRORS.networkFailed);
  cloud.robots = 0;
  actor.send({ type: 'robots.look' });
  await settle();
  expect(selectLookFailure(actor.getSnapshot())).toBeNull();
});
