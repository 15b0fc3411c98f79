/**
 * The people of a robot (spec 6, design 13). Every change is made while the robot's row is held, and the caller's right is looked at
 * once more then: whoever lost it a moment ago changes nothing, and a robot never has two super administrators or none.
 */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { friends } from '../../contract/endpoints/friends.ts';
import { APP_ID } from '../../contract/entities/integratorApp.ts';
import type { Relation } from '../../contract/entities/constants.ts';
import { type FriendAct, friendFault } from '../../contract/rules/friends.ts';
import { ASKS_PER_PERSON, INVITES_PER_PERSON } from '../../contract/rules/limits.ts';
import { hasRight, type Right, rightsOf } from '../../contract/rules/rights.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addRelation,
  administratorsOf,
  changeRelation,
  endLeaseOf,
  friendById,
  friendOf,
  type FriendRow,
  letGo,
  lockRobot,
  removeRelation,
  stateOf,
} from '../db/repositories/friends.ts';
import type { RelationRow } from '../db/repositories/robots.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { claimHashOf, newClaimCode } from './claimCode.ts';
import { claimQrOf } from './claimQr.ts';
import { accountNamed, createFriendTries } from './friendTries.ts';
import { canAdminister, createFriendLists } from './friendLists.ts';
import { createRelationNews } from './relationNews.ts';

interface FriendNeeds extends AppDeps {
  /** The address under which people reach the console, without a slash at its end. */
  publicUrl: () => string;
}

/** What the audit log keeps of a relation. */
const told = ({ userId, isAuth, isRobotAdmin, isSuperAdmin }: RelationRow) => ({
  userId,
  isAuth,
  isRobotAdmin,
  isSuperAdmin,
});

export function createFriendHandlers(parts: FriendNeeds): Handlers<typeof friends, RequestContext> {
  const { settings, broker, fleet, publicUrl } = parts;
  const tellRelations = createRelationNews(parts);
  const asks = createFriendTries(parts.sharedDb, 'ask', ASKS_PER_PERSON);
  const invites = createFriendTries(parts.sharedDb, 'invite', INVITES_PER_PERSON);

  /** Holds the robot. @throws robotForeign, notAllowed when the right is gone by now */
  const hold = async (
    { db, userId, roles }: RequestContext,
    serialNumber: string,
    right: Right,
  ): Promise<{ mine: FriendRow; relation: Relation }> => {
    if (!(await lockRobot(db, serialNumber))) throw new CodedError('robotUnknown');
    const mine = await friendOf(db, userId, serialNumber);
    const relation = relationOf(mine?.relation);
    if (!mine || !relation) throw new CodedError('robotForeign');
    if (!hasRight(roles, relation, right)) throw new CodedError('notAllowed');
    return { mine, relation };
  };

  /** Somebody that something is done to, the robot held. @throws notFound; what the rule of the act says */
  const target = async (
    caller: RequestContext,
    friendRelationId: string,
    act: FriendAct,
    right: Right,
  ): Promise<{ friend: FriendRow; mine: FriendRow }> => {
    const seen = await friendById(caller.db, friendRelationId);
    if (!seen) throw new CodedError('notFound', { field: 'friendRelationId' });
    const { mine, relation } = await hold(caller, seen.relation.serialNumber, right);
    const friend = await friendById(caller.db, friendRelationId);
    if (!friend) throw new CodedError('notFound', { field: 'friendRelationId' });
    const fault = friendFault(act, rightsOf(caller.roles, relation), {
      state: stateOf(friend.relation),
      canAdminister: canAdminister(friend.roles),
      relation: friend.relation.isSuperAdmin ? 'superAdmin' : friend.relation.isRobotAdmin ? 'robotAdmin' : 'member',
    });
    if (fault) throw new CodedError(fault, { field: 'friendRelationId' });
    return { friend, mine };
  };

  /** Those concerned and the robot's administrators see it at once. */
  const tell = async (
    { db, afterCommit }: RequestContext,
    serialNumber: string,
    userIds: readonly string[],
  ): Promise<void> => {
    const administrators = await administratorsOf(db, serialNumber);
    afterCommit(() => tellRelations([...userIds, ...administrators]));
  };

  /** Whoever no longer has a robot does not steer it either. */
  const endLease = async (
    { db, afterCommit }: RequestContext,
    serialNumber: string,
    userIds: readonly string[],
  ): Promise<void> => {
    const before = await endLeaseOf(db, serialNumber, userIds);
    if (!before) return;
    afterCommit(async () => {
      if (before.commandId && before.holderId && userIds.includes(before.holderId))
        await fleet.ledger.advance(before.commandId, { to: 'finished' });
      await fleet.leaseChanged(before);
    });
  };

  const change = async (
    caller: RequestContext,
    act: string,
    { relation }: FriendRow,
    to: Partial<RelationRow>,
  ): Promise<void> => {
    await changeRelation(caller.db, relation.id, to);
    await record(caller.db, {
      userId: caller.userId,
      act,
      subject: relation.serialNumber,
      before: told(relation),
      after: told({ ...relation, ...to }),
    });
    await tell(caller, relation.serialNumber, [relation.userId]);
  };

  const remove = async (caller: RequestContext, act: string, { relation }: FriendRow): Promise<void> => {
    await removeRelation(caller.db, relation.id);
    await endLease(caller, relation.serialNumber, [relation.userId]);
    await record(caller.db, { userId: caller.userId, act, subject: relation.serialNumber, before: told(relation) });
    await tell(caller, relation.serialNumber, [relation.userId]);
  };

  return {
    ...createFriendLists(),

    async setAuth({ friendRelationId, isAuth }, caller) {
      const { friend } = await target(caller, friendRelationId, isAuth ? 'authorise' : 'withdraw', 'administer');
      if (friend.relation.isAuth === isAuth) return null;
      if (isAuth) await change(caller, 'friend.authorise', friend, { isAuth });
      else {
        // Not an invitation any more, which the person could accept again.
        await change(caller, 'friend.withdraw', friend, { isAuth, isRobotAdmin: false, invitedBy: null });
        await endLease(caller, friend.relation.serialNumber, [friend.relation.userId]);
      }
      return null;
    },

    async setRobotAdmin({ friendRelationId, isRobotAdmin }, caller) {
      const { friend } = await target(caller, friendRelationId, isRobotAdmin ? 'makeAdmin' : 'unmakeAdmin', 'own');
      if (friend.relation.isRobotAdmin !== isRobotAdmin)
        await change(caller, isRobotAdmin ? 'friend.makeAdmin' : 'friend.unmakeAdmin', friend, { isRobotAdmin });
      return null;
    },

    async remove({ friendRelationId }, caller) {
      await remove(caller, 'friend.remove', (await target(caller, friendRelationId, 'remove', 'administer')).friend);
      return null;
    },

    ask: guarded(
      (_: { robotToAsk: string }, { userId }) => asks.count(userId),
      async ({ robotToAsk }, caller) => {
        const { db, userId } = caller;
        await record(db, { userId, act: 'friend.ask', subject: robotToAsk });
        if (!(await lockRobot(db, robotToAsk))) return null;
        if (await addRelation(db, { id: randomUUID(), userId, serialNumber: robotToAsk, isAuth: false }))
          await tell(caller, robotToAsk, []);
        return null;
      },
    ),

    invite: guarded(
      (_: { serialNumber: string; account: string }, { userId }) => invites.count(userId),
      async ({ serialNumber, account }, caller) => {
        const { db, userId } = caller;
        await hold(caller, serialNumber, 'administer');
        const invited = await accountNamed(db, account, settings.demo);
        if (!invited) throw new CodedError('accountUnknown', { field: 'account' });
        const known = await friendOf(db, invited.id, serialNumber);
        if (known?.relation.isAuth) throw new CodedError('friendAlready', { field: 'account' });
        if (known && stateOf(known.relation) === 'asked')
          await change(caller, 'friend.authorise', known, { isAuth: true });
        else if (!known && APP_ID.test(account)) {
          // Nobody is there to accept.
          await addRelation(db, {
            id: randomUUID(),
            userId: invited.id,
            serialNumber,
            isAuth: true,
            invitedBy: userId,
          });
          await record(db, {
            userId,
            act: 'friend.addApp',
            subject: serialNumber,
            after: { userId: invited.id, appId: account },
          });
          await tell(caller, serialNumber, [invited.id]);
        } else if (!known) {
          await addRelation(db, {
            id: randomUUID(),
            userId: invited.id,
            serialNumber,
            isAuth: false,
            invitedBy: userId,
          });
          await record(db, { userId, act: 'friend.invite', subject: serialNumber, after: { userId: invited.id } });
          await tell(caller, serialNumber, [invited.id]);
          const robot = nameIn(fleet.directory.robot(serialNumber)?.name ?? '', caller.language) || serialNumber;
          const notice: Notice = {
            type: 'robotInvited',
            serialNumber,
            robot,
            by: nameIn(caller.nickname, caller.language),
          };
          caller.afterCommit(async () => {
            if (broker.isUp()) await broker.publish(noticesTopic(invited.id), notice);
          });
        }
        return null;
      },
    ),

    async answerInvitation({ invitationId, accept }, caller) {
      const { db, userId } = caller;
      const isMine = (row: FriendRow | undefined): row is FriendRow =>
        row?.relation.userId === userId && stateOf(row.relation) === 'invited';
      const seen = await friendById(db, invitationId);
      if (!isMine(seen) || !(await lockRobot(db, seen.relation.serialNumber)))
        throw new CodedError('notFound', { field: 'invitationId' });
      const invitation = await friendById(db, invitationId);
      if (!isMine(invitation)) throw new CodedError('notFound', { field: 'invitationId' });
      if (accept) await change(caller, 'friend.accept', invitation, { isAuth: true });
      else await remove(caller, 'friend.declineInvitation', invitation);
      return null;
    },

    async handOver({ serialNumber, friendRelationId }, caller) {
      const { friend, mine } = await target(caller, friendRelationId, 'handOver', 'own');
      await changeRelation(caller.db, mine.relation.id, { isSuperAdmin: false, isRobotAdmin: true });
      await changeRelation(caller.db, friend.relation.id, { isSuperAdmin: true, isRobotAdmin: true });
      await record(caller.db, {
        userId: caller.userId,
        act: 'robot.handOver',
        subject: serialNumber,
        before: { superAdmin: caller.userId },
        after: { superAdmin: friend.relation.userId },
      });
      await tell(caller, serialNumber, [friend.relation.userId]);
      return null;
    },

    async unbind({ robotId: serialNumber }, outside) {
      const claimCode = newClaimCode();
      await outside.db.transaction(async (db) => {
        const caller = { ...outside, db };
        await hold(caller, serialNumber, 'own');
        const gone = await letGo(db, serialNumber, claimHashOf(claimCode));
        const people = gone.map(({ userId }) => userId);
        await endLease(caller, serialNumber, people);
        await record(db, {
          userId: caller.userId,
          act: 'robot.unbind',
          subject: serialNumber,
          before: { people: gone.map(told) },
        });
        caller.afterCommit(() => tellRelations(people));
      });
      return { serialNumber, claimCode, claimQr: await claimQrOf(publicUrl(), claimCode) };
    },

    async leave({ serialNumber }, caller) {
      const { mine, relation } = await hold(caller, serialNumber, 'read');
      if (relation === 'superAdmin') throw new CodedError('superAdminStays');
      await remove(caller, 'friend.leave', mine);
      return null;
    },
  };
}
