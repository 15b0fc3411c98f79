import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { OwnRelation } from '../../../contract/entities/friend.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { redactionRules } from '../../../src/machines/recording/redactionRules.ts';
import { createRedactor } from '../../../src/machines/recording/redact.ts';
import {
  selectAnswering,
  selectInvitationRows,
  selectIsAskOpen,
} from '../../../src/machines/friends/friends.selectors.ts';
import { invitationsMachine, type KeptAsk } from '../../../src/machines/friends/invitations.machine.ts';
import { invitationOf } from '../../fakes/friendSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { keptInTab } from '../../fakes/keptDialog.ts';

const { tab, keepDialog, recallDialog } = keptInTab<KeptAsk>();

function start() {
  const cloud = {
    rows: [invitationOf(), invitationOf({ friendRelationId: 'mine', state: 'authorised' })] as OwnRelation[],
    answered: [] as object[],
    asked: [] as string[],
    refuse: null as ApiError | null,
  };
  const unlessRefused = <Value>(value: () => Value): Value => {
    if (cloud.refuse) throw cloud.refuse;
    return value();
  };
  const started = startUnderApp(
    invitationsMachine.provide({
      actions: { keepDialog },
      actors: {
        recallDialog,
        loadInvitations: fromPromise<readonly OwnRelation[], { userId: string }>(async () =>
          unlessRefused(() => cloud.rows),
        ),
        answer: fromPromise<unknown, { invitationId: string; accept: boolean }>(async ({ input }) =>
          unlessRefused(() => {
            cloud.answered.push(input);
            cloud.rows = [];
          }),
        ),
        askFor: fromPromise<unknown, { serialNumber: string }>(async ({ input }) =>
          unlessRefused(() => cloud.asked.push(input.serialNumber)),
        ),
      },
    }),
    { as: 'screen', input: { userId: 'lin' } },
  );
  return { ...started, cloud };
}

it('shows the invitations that wait, not the robots one has', async () => {
  const { actor } = start();
  await settle();
  expect(selectInvitationRows(actor.getSnapshot()).map(({ friendRelationId }) => friendRelationId)).toEqual([
    'invitation-1',
  ]);
});

it.each([
  [true, 'friends.invitation.accepted'],
  [false, 'friends.invitation.declined'],
])('answers one (%s), says so and looks again', async (accept, key) => {
  const { actor, cloud, toldTo } = start();
  await settle();
  actor.send({ type: 'invitation.answer', invitationId: 'invitation-1', accept });
  expect(selectAnswering(actor.getSnapshot())).toEqual({ invitationId: 'invitation-1', accept });
  await settle();
  expect(cloud.answered).toEqual([{ invitationId: 'invitation-1', accept }]);
  expect(toldTo('notices')).toEqual([
    { type: 'notice.show', notice: { tone: 'success', key, params: { robot: 'Porter 1' } } },
  ]);
  expect([selectInvitationRows(actor.getSnapshot()), selectAnswering(actor.getSnapshot())]).toEqual([[], null]);
});

it('says that one was taken back meanwhile', async () => {
  const { actor, cloud, toldTo } = start();
  await settle();
  cloud.refuse = new ApiError('notFound');
  actor.send({ type: 'invitation.answer', invitationId: 'invitation-1', accept: true });
  await settle();
  expect(toldTo('notices')).toMatchObject([{ notice: { failure: { code: ERRORS.notFound } } }]);
});

it('looks again when told to, also after it could not', async () => {
  const { actor, cloud } = start();
  cloud.refuse = new ApiError('networkFailed');
  actor.send({ type: 'invitations.refresh' });
  await settle();
  expect(actor.getSnapshot().matches({ list: 'failed' })).toBe(true);
  cloud.refuse = null;
  actor.send({ type: 'invitations.refresh' });
  await settle();
  expect(selectInvitationRows(actor.getSnapshot())).toHaveLength(1);
});

it('asks for a robot by what was typed; a refusal stays in the field until something else is typed', async () => {
  const { actor, cloud, toldTo } = start();
  await settle();
  actor.send({ type: 'ask.open' });
  actor.send({ type: 'ask.send' });
  expect(cloud.asked).toEqual([]);
  actor.send({ type: 'ask.type', typed: ' W1-9 ' });
  cloud.refuse = new ApiError('tooManyRequests');
  actor.send({ type: 'ask.send' });
  await settle();
  expect(actor.getSnapshot().context.askFailure?.code).toBe(ERRORS.tooManyRequests);
  actor.send({ type: 'ask.type', typed: ' W1-99 ' });
  expect(actor.getSnapshot().context.askFailure).toBeNull();
  cloud.refuse = null;
  actor.send({ type: 'ask.send' });
  await settle();
  expect([cloud.asked, selectIsAskOpen(actor.getSnapshot())]).toEqual([['W1-99'], false]);
  expect(toldTo('notices')).toEqual([
    { type: 'notice.show', notice: { tone: 'success', key: 'friends.askFor.done', params: { serialNumber: 'W1-99' } } },
  ]);
});

it('forgets a request that was put away, also while it is on its way', async () => {
  const { actor } = start();
  for (const isSent of [false, true]) {
    actor.send({ type: 'ask.open' });
    actor.send({ type: 'ask.type', typed: 'W1-9' });
    if (isSent) actor.send({ type: 'ask.send' });
    actor.send({ type: 'ask.close' });
    expect([selectIsAskOpen(actor.getSnapshot()), actor.getSnapshot().context.typed]).toEqual([false, '']);
  }
});

it('lets neither names nor what was typed out', async () => {
  const { actor } = start();
  await settle();
  actor.send({ type: 'ask.open' });
  actor.send({ type: 'ask.type', typed: 'TYPED-1' });
  const left = JSON.stringify(
    createRedactor(() => new Set()).context(redactionRules['invitations'], actor.getSnapshot().context),
  );
  expect(left).toContain('invitation-1');
  expect(left).not.toMatch(/Robin Hale|TYPED-1/u);
});

it('a serial number that was being typed is there again after a forced sign-out', async () => {
  const before = start();
  await settle();
  before.actor.send({ type: 'ask.open' });
  before.actor.send({ type: 'ask.type', typed: 'W1-2' });
  const { actor } = start();
  await settle();
  expect([actor.getSnapshot().matches({ ask: 'typing' }), actor.getSnapshot().context.typed]).toEqual([true, 'W1-2']);
  actor.send({ type: 'ask.close' });
  expect(tab.kept).toBeNull();
});
