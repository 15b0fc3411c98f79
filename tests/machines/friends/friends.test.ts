import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type {
  AccessRequest,
  Friend,
  InviteOutcome,
  InviteResult,
  OwnRelation,
} from '../../../contract/entities/friend.ts';
import { RIGHTS } from '../../../contract/rules/rights.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { redactionRules } from '../../../src/machines/recording/redactionRules.ts';
import { createRedactor } from '../../../src/machines/recording/redact.ts';
import { type AccessRequestList, accessRequestsMachine } from '../../../src/machines/friends/accessRequests.machine.ts';
import { friendsMachine } from '../../../src/machines/friends/friends.machine.ts';
import {
  selectAccessRequestsRef,
  selectAreFriendsLoading,
  selectHasInviteResults,
  selectHasNoRobot,
  selectIsInviteOpen,
  selectIsWorking,
  selectQuestion,
} from '../../../src/machines/friends/friends.selectors.ts';
import {
  type Claim,
  type PendingAction,
  type FriendList,
  type FriendsRequest,
  type InviteRequest,
  type KeptInvite,
  TYPING_MS,
} from '../../../src/machines/friends/friends.setup.ts';
import { invitationsMachine, type KeptAsk } from '../../../src/machines/friends/invitations.machine.ts';
import { friendOf, requestOf } from '../../fakes/friendSample.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { keptInTab } from '../../fakes/keptDialog.ts';

const { tab, keepDialog, recallDialog } = keptInTab<KeptInvite>();
const ask = keptInTab<KeptAsk>();

const lin = friendOf({ nickname: 'Lin Wei' });
const CLAIM: Claim = { serialNumber: 'A-1', claimCode: 'SECR-ETCO-DE00-0000', claimQr: 'data:qr' };

function start({ serialNumber = 'A-1', rows = [lin] as Friend[], query = {} as Record<string, string> } = {}) {
  const cloud = {
    rows,
    total: rows.length,
    asked: [] as FriendsRequest[],
    done: [] as string[],
    invited: [] as string[],
    outcome: 'invited' as InviteOutcome,
    requests: [] as AccessRequest[],
    requestPages: [] as number[],
    refuse: null as ApiError | null,
    invitations: 0,
  };
  const answer = <Value>(value: () => Value): Value => {
    if (cloud.refuse) throw cloud.refuse;
    return value();
  };
  const started = startUnderApp(
    friendsMachine.provide({
      actions: { keepDialog },
      actors: {
        recallDialog,
        loadFriends: fromPromise<FriendList, FriendsRequest>(async ({ input }) =>
          answer(() => {
            cloud.asked.push(input);
            return { total: cloud.total, rows: cloud.rows, relation: 'superAdmin', rights: [...RIGHTS] };
          }),
        ),
        carryOut: fromPromise<Claim | null, { pendingAction: PendingAction | null }>(
          async ({ input: { pendingAction } }) =>
            answer(() => {
              cloud.done.push(
                `${pendingAction?.act} ${pendingAction?.friend?.friendRelationId ?? pendingAction?.serialNumber}`,
              );
              return pendingAction?.act === 'unbind' ? CLAIM : null;
            }),
        ),
        invite: fromPromise<readonly InviteResult[], InviteRequest>(async ({ input: { account, serialNumbers } }) =>
          answer(() => {
            cloud.invited.push(`${account} to ${serialNumbers.join()}`);
            return serialNumbers.map((serialNumber) => ({ serialNumber, outcome: cloud.outcome }));
          }),
        ),
        accessRequests: accessRequestsMachine.provide({
          actors: {
            loadRequests: fromPromise<AccessRequestList, { page: number; limit: number }>(
              async ({ input: { page, limit } }) => {
                cloud.requestPages.push(page);
                if (cloud.refuse) throw cloud.refuse;
                const rows = cloud.requests.slice((page - 1) * limit, page * limit);
                return { total: cloud.requests.length, rows };
              },
            ),
          },
        }),
        invitations: invitationsMachine.provide({
          actions: { keepDialog: ask.keepDialog },
          actors: {
            recallDialog: ask.recallDialog,
            loadInvitations: fromPromise<readonly OwnRelation[], { userId: string }>(async () => {
              cloud.invitations += 1;
              return [];
            }),
          },
        }),
      },
    }),
    { as: 'screen', input: { page: 'friends', params: {}, query, user: userOf(), serialNumber, language: 'enUS' } },
  );
  const { actor } = started;
  const context = () => actor.getSnapshot().context;
  const act = async (action: Partial<PendingAction>, yes = true): Promise<void> => {
    actor.send({
      type: 'friends.do',
      pendingAction: { act: 'remove', friend: lin, serialNumber: 'A-1', robot: 'Porter', ...action },
    });
    selectQuestion(actor.getSnapshot())?.send({ type: yes ? 'confirm.accept' : 'confirm.cancel' });
    await settle();
  };
  /** Events other than those caused by URL changes. */
  const wishesOf = (name: 'fleet' | 'navigation' | 'session') =>
    started.toldTo(name).filter(({ type }) => type !== 'navigation.query' && type !== 'robot.choose');
  return { ...started, cloud, context, act, wishesOf };
}

it('reads the people of the current robot, and of the next one from their first page', async () => {
  const { actor, cloud, context } = start();
  expect(selectAreFriendsLoading(actor.getSnapshot())).toBe(true);
  await settle();
  expect(context().list?.rows).toEqual([lin]);
  actor.send({ type: 'friends.turn', page: 2 });
  actor.send({ type: 'page.robotChanged', serialNumber: 'B-1' });
  expect(context().list).toBeNull();
  await settle();
  expect(cloud.asked.at(-1)).toEqual({ serialNumber: 'B-1', page: 1, text: '', limit: 20 });
});

it('waits until somebody has stopped typing, and searches from the first page', async () => {
  const { actor, clock, cloud } = start();
  await settle();
  actor.send({ type: 'friends.search', text: 'l' });
  actor.send({ type: 'friends.search', text: 'lin' });
  clock.increment(TYPING_MS);
  await settle();
  expect(cloud.asked.slice(1)).toEqual([{ serialNumber: 'A-1', page: 1, text: 'lin', limit: 20 }]);
});

it('goes back to the first page when the last one is no more', async () => {
  const { actor, cloud } = start({ rows: [] });
  cloud.total = 3;
  await settle();
  actor.send({ type: 'friends.turn', page: 2 });
  await settle();
  expect(cloud.asked.map(({ page }) => page)).toEqual([1, 2, 1]);
});

describe('the address', () => {
  it('says which robot, search and page are shown, and is followed', async () => {
    const { actor, cloud, context, toldTo } = start({ query: { serialNumber: 'C-1', q: 'lin', page: '2' } });
    await settle();
    expect([cloud.asked, toldTo('fleet')]).toEqual([
      [{ serialNumber: 'C-1', page: 2, text: 'lin', limit: 20 }],
      [{ type: 'robot.choose', serialNumber: 'C-1' }],
    ]);
    // Back to another robot, then the same query once more, which changes nothing.
    for (let n = 0; n < 2; n += 1) actor.send({ type: 'page.queryChanged', query: { serialNumber: 'B-1' } });
    await settle();
    expect([cloud.asked.slice(1), context().text]).toEqual([
      [{ serialNumber: 'B-1', page: 1, text: '', limit: 20 }],
      '',
    ]);
    expect(toldTo('fleet').at(-1)).toEqual({ type: 'robot.choose', serialNumber: 'B-1' });
  });

  it('is written with every step', async () => {
    const { actor, toldTo } = start();
    await settle();
    actor.send({ type: 'friends.turn', page: 3 });
    actor.send({ type: 'friends.search', text: 'chen' });
    actor.send({ type: 'page.robotChanged', serialNumber: 'B-1' });
    expect(toldTo('navigation').map(({ query }) => query)).toEqual([
      { serialNumber: 'A-1', q: '', page: '' },
      { serialNumber: 'A-1', q: '', page: '3' },
      { serialNumber: 'A-1', q: 'chen', page: '' },
      { serialNumber: 'B-1', q: '', page: '' },
    ]);
  });

  it.each(['0', '-2', '1.5', 'x', ''])('with the page %j begins at the first', (page) => {
    expect(start({ query: { page } }).context().page).toBe(1);
  });
});

it('says why it could not read them, and tries again', async () => {
  const { actor, cloud, context } = start();
  cloud.refuse = new ApiError('robotForeign');
  actor.send({ type: 'friends.retry' });
  await settle();
  expect([context().failure?.code, context().list]).toEqual([ERRORS.robotForeign, null]);
  cloud.refuse = null;
  actor.send({ type: 'friends.retry' });
  await settle();
  expect(context().failure).toBeNull();
});

it('asks naming person and robot, does it, says so and reads anew', async () => {
  const { actor, cloud, toldTo } = start();
  await settle();
  actor.send({
    type: 'friends.do',
    pendingAction: { act: 'makeAdmin', friend: lin, serialNumber: 'A-1', robot: 'Porter' },
  });
  const question = selectQuestion(actor.getSnapshot());
  expect(question?.getSnapshot().context).toMatchObject({
    titleKey: 'friends.ask.makeAdmin',
    words: { person: 'Lin Wei', robot: 'Porter' },
  });
  question?.send({ type: 'confirm.accept' });
  expect(selectIsWorking(actor.getSnapshot())).toBe(true);
  await settle();
  expect(cloud.done).toEqual([`makeAdmin ${lin.friendRelationId}`]);
  expect(toldTo('notices')).toEqual([
    {
      type: 'notice.show',
      notice: { tone: 'success', key: 'friends.done.makeAdmin', params: { person: 'Lin Wei', robot: 'Porter' } },
    },
  ]);
  expect(cloud.asked).toHaveLength(2);
});

it('does nothing on no, and says and looks again when it is refused', async () => {
  const { act, cloud, toldTo } = start();
  await settle();
  await act({}, false);
  expect(cloud.done).toEqual([]);
  cloud.refuse = new ApiError('friendDeletionDenied');
  await act({});
  expect(toldTo('notices')).toMatchObject([
    { notice: { tone: 'error', failure: { code: ERRORS.friendDeletionDenied } } },
  ]);
});

it('holds the page while a robot is unbound, until the code was put away; then robots and their count are read', async () => {
  const { actor, act, context, wishesOf } = start();
  await settle();
  expect(actor.getSnapshot().hasTag('holding')).toBe(false);
  await act({ act: 'unbind', friend: null });
  expect([actor.getSnapshot().hasTag('holding'), context().claim]).toEqual([true, CLAIM]);
  // Meanwhile the robot was removed from the list.
  actor.send({ type: 'page.robotChanged', serialNumber: '' });
  await settle();
  expect([context().claim, selectHasNoRobot(actor.getSnapshot()), wishesOf('fleet')]).toEqual([CLAIM, true, []]);
  actor.send({ type: 'claim.close' });
  expect([context().claim, wishesOf('fleet'), wishesOf('navigation'), wishesOf('session')]).toEqual([
    null,
    [{ type: 'fleet.refresh' }],
    [{ type: 'navigation.recount' }],
    [{ type: 'session.refresh' }],
  ]);
});

it('has the robots read anew once one was left', async () => {
  const { act, cloud, wishesOf } = start();
  await settle();
  await act({ act: 'leave', friend: null });
  expect([cloud.done, wishesOf('fleet'), wishesOf('navigation')]).toEqual([
    ['leave A-1'],
    [{ type: 'fleet.refresh' }],
    [{ type: 'navigation.recount' }],
  ]);
});

it('invites by what was typed, and keeps it for another try when it is refused', async () => {
  const { actor, cloud, context, toldTo } = start();
  actor.send({ type: 'invite.open' });
  actor.send({ type: 'invite.send' });
  await settle();
  expect(cloud.invited).toEqual([]);
  actor.send({ type: 'invite.type', typed: ' sam@demo ' });
  cloud.refuse = new ApiError('accountUnknown');
  actor.send({ type: 'invite.send' });
  await settle();
  expect([context().inviteFailure?.code, context().typed, selectIsInviteOpen(actor.getSnapshot())]).toEqual([
    ERRORS.accountUnknown,
    ' sam@demo ',
    true,
  ]);
  cloud.refuse = null;
  actor.send({ type: 'invite.send' });
  await settle();
  expect([cloud.invited, selectIsInviteOpen(actor.getSnapshot()), context().typed]).toEqual([
    ['sam@demo to A-1'],
    false,
    '',
  ]);
  expect(toldTo('notices')).toMatchObject([
    { notice: { key: 'friends.invite.done', params: { account: 'sam@demo' } } },
  ]);
});

it('invites to several robots, the current one first, and shows what happened at each', async () => {
  const { actor, cloud, context, toldTo } = start();
  actor.send({ type: 'invite.open' });
  expect(context().inviteTo).toEqual(['A-1']);
  actor.send({ type: 'invite.type', typed: 'sam@demo' });
  actor.send({ type: 'invite.choose', serialNumbers: [] });
  actor.send({ type: 'invite.send' });
  await settle();
  expect(cloud.invited).toEqual([]);
  actor.send({ type: 'invite.choose', serialNumbers: ['A-1', 'B-1'] });
  actor.send({ type: 'invite.send' });
  await settle();
  expect([cloud.invited, selectHasInviteResults(actor.getSnapshot()), toldTo('notices')]).toEqual([
    ['sam@demo to A-1,B-1'],
    true,
    [],
  ]);
  expect(context().inviteResults).toEqual([
    { serialNumber: 'A-1', outcome: 'invited' },
    { serialNumber: 'B-1', outcome: 'invited' },
  ]);
  actor.send({ type: 'invite.back' });
  expect([context().typed, context().inviteTo, context().inviteResults]).toEqual(['sam@demo', ['A-1', 'B-1'], []]);
  actor.send({ type: 'invite.close' });
  expect([context().typed, context().inviteTo]).toEqual(['', []]);
});

it.each([
  ['authorised', 'friends.invite.authorised'],
  ['alreadyMember', null],
  ['notAllowed', null],
] as const)('says of one robot that the person is %s by a notice or by the results', async (outcome, key) => {
  const { actor, cloud, toldTo } = start();
  cloud.outcome = outcome;
  actor.send({ type: 'invite.open' });
  actor.send({ type: 'invite.type', typed: 'sam@demo' });
  actor.send({ type: 'invite.send' });
  await settle();
  expect(selectHasInviteResults(actor.getSnapshot())).toBe(key === null);
  expect(toldTo('notices').map(({ notice }) => (notice as { key: string }).key)).toEqual(key === null ? [] : [key]);
  actor.send({ type: 'invite.close' });
  expect(selectIsInviteOpen(actor.getSnapshot())).toBe(false);
});

it('keeps the requests that it has when they cannot be read again', async () => {
  const { actor, cloud } = start();
  cloud.requests = [requestOf()];
  actor.send({ type: 'friends.retry' });
  await settle();
  const list = selectAccessRequestsRef(actor.getSnapshot());
  cloud.refuse = new ApiError('unknownError');
  list?.send({ type: 'requests.refresh' });
  await settle();
  expect(list?.getSnapshot().context).toMatchObject({ total: 1, failure: { code: ERRORS.unknownError } });
  cloud.refuse = null;
  list?.send({ type: 'requests.refresh' });
  await settle();
  expect(list?.getSnapshot().context.failure).toBeNull();
});

it('reloads the requests of all robots after a decision, and goes back when the last page is empty', async () => {
  const { actor, act, cloud } = start();
  cloud.requests = Array.from({ length: 11 }, () => requestOf());
  actor.send({ type: 'friends.retry' });
  await settle();
  const list = selectAccessRequestsRef(actor.getSnapshot());
  expect(list?.getSnapshot().context).toMatchObject({ total: 11, page: 1 });
  list?.send({ type: 'requests.turn', page: 2 });
  await settle();
  expect(list?.getSnapshot().context.rows).toEqual(cloud.requests.slice(10));
  const [last] = cloud.requests.splice(10);
  await act({ act: 'authorise', friend: last ?? null, serialNumber: 'B-1' });
  expect([cloud.done, list?.getSnapshot().context.page, list?.getSnapshot().context.rows.length]).toEqual([
    [`authorise ${last?.friendRelationId}`],
    1,
    10,
  ]);
});

it('looks again when rights change, the link is back or names come in another language; at invitations as well', async () => {
  const { actor, cloud } = start();
  await settle();
  actor.send({ type: 'page.noticed', notice: { type: 'relationsChanged' } });
  await settle();
  actor.send({ type: 'page.resumed' });
  await settle();
  actor.send({ type: 'page.languageChanged', language: 'zhCN' });
  await settle();
  expect([cloud.asked.length, cloud.invitations, cloud.requestPages.length]).toEqual([4, 4, 4]);
});

it('lets no name, account, typed word or claim code out', async () => {
  const { actor, act } = start();
  await settle();
  actor.send({ type: 'invite.open' });
  actor.send({ type: 'invite.type', typed: 'typed@demo' });
  await act({ act: 'unbind' });
  const left = JSON.stringify(
    createRedactor(() => new Set()).context(redactionRules['friends'], actor.getSnapshot().context),
  );
  expect(left).toContain(lin.friendRelationId);
  for (const secret of ['Lin Wei', lin.account, 'typed@demo', CLAIM.claimCode, CLAIM.claimQr, lin.invitedBy])
    expect(left).not.toContain(secret);
});

it('stays with the robot when it could not be unbound', async () => {
  const { actor, act, cloud, context, toldTo } = start();
  await settle();
  cloud.refuse = new ApiError('notAllowed');
  await act({ act: 'unbind', friend: null });
  expect([context().claim, actor.getSnapshot().hasTag('holding')]).toEqual([null, false]);
  expect(toldTo('notices')).toMatchObject([{ notice: { failure: { code: ERRORS.notAllowed } } }]);
});

it('keeps who is to have the robot, and forgets them with it', async () => {
  const { actor, context } = start();
  actor.send({ type: 'newOwner.choose', friendRelationId: 'relation-9' });
  expect(context().newOwner).toBe('relation-9');
  actor.send({ type: 'page.robotChanged', serialNumber: 'B-1' });
  expect(context().newOwner).toBe('');
});

it('forgets an invitation that was put away, also while it is on its way', async () => {
  const { actor, context } = start();
  for (const isSent of [false, true]) {
    actor.send({ type: 'invite.open' });
    actor.send({ type: 'invite.type', typed: 'sam@demo' });
    if (isSent) actor.send({ type: 'invite.send' });
    actor.send({ type: 'invite.close' });
    expect([selectIsInviteOpen(actor.getSnapshot()), context().typed]).toEqual([false, '']);
  }
});

it('an invitation that was being typed is open again after a forced sign-out', async () => {
  const before = start();
  await settle();
  before.actor.send({ type: 'invite.open' });
  before.actor.send({ type: 'invite.type', typed: 'lin@hotel.example' });
  const after = start();
  await settle();
  expect([after.actor.getSnapshot().matches({ invite: 'typing' }), after.context()]).toMatchObject([
    true,
    { typed: 'lin@hotel.example', inviteTo: ['A-1'] },
  ]);
  after.actor.send({ type: 'invite.close' });
  expect(tab.kept).toBeNull();
});
