/**
 * The members of a robot (spec 6, design 13). Each change locks the robot's row and checks the caller's right again: a
 * caller who has just lost it changes nothing, and a robot never has two super administrators, or none.
 */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { friends } from '../../contract/endpoints/friends.ts';
import type { Relation } from '../../contract/entities/constants.ts';
import type { AuditAct } from '../../contract/rules/auditActs.ts';
import { type FriendAct, friendFault } from '../../contract/rules/friends.ts';
import { ASKS_PER_PERSON, INVITE_ROBOTS_MAX, INVITES_PER_PERSON } from '../../contract/rules/limits.ts';
import { hasRight, type Right, rightsOf } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { relationOf } from '../db/relation.ts';
import { record } from '../db/repositories/audit.ts';
import {
  addRelation,
  administratorsOf,
  changeRelation,
  endLeaseOf,
  friendById,
  friendOf,
  type MemberRow,
  peopleOf,
  releaseRobot,
  lockRobot,
  removeRelation,
  stateOf,
} from '../db/repositories/robotMembers.ts';
import { typedRobot } from '../db/repositories/robots.ts';
import type { RelationRow } from '../db/repositories/robots.ts';
import { perLanguage } from '../fleet/presenters.ts';
import { createNoticeSender } from '../fleet/sendNotice.ts';
import { guarded } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { claimHashOf, newClaimCode } from './claimCode.ts';
import { claimQrOf } from './claimQr.ts';
import { createInvitations } from './friendInvitations.ts';
import { createFriendRateLimit } from './friendRateLimit.ts';
import { canAdminister, createFriendLists } from './friendLists.ts';
import { createRelationNotifications } from './relationNotifications.ts';

interface FriendNeeds extends AppDeps {
  /** Public URL of the console, without a trailing slash. */
  publicUrl: () => string;
}

/** Fields of a relation for the audit log. */
const told = ({ userId, isAuth, isRobotAdmin, isSuperAdmin }: RelationRow) => ({
  userId,
  isAuth,
  isRobotAdmin,
  isSuperAdmin,
});

export function createFriendHandlers(deps: FriendNeeds): Handlers<typeof friends, RequestContext> {
  const { fleet, publicUrl } = deps;
  const notifyRelations = createRelationNotifications(deps);
  const sendNotice = createNoticeSender(deps);
  const asks = createFriendRateLimit(deps.sharedDb, 'ask', ASKS_PER_PERSON);
  const invites = createFriendRateLimit(deps.sharedDb, 'invite', INVITES_PER_PERSON);

  /**
   * Locks the robot and checks the caller's right. @throws robotUnknown; robotForeign, notAllowed when the right is
   * gone
   */
  const hold = async (
    { db, userId, roles }: RequestContext,
    serialNumber: string,
    right: Right,
  ): Promise<{ mine: MemberRow; relation: Relation }> => {
    if (!(await lockRobot(db, serialNumber))) throw new ApiError('robotUnknown');
    const mine = await friendOf(db, userId, serialNumber);
    const relation = relationOf(mine?.relation);
    if (!mine || !relation) throw new ApiError('robotForeign');
    if (!hasRight(roles, relation, right)) throw new ApiError('notAllowed');
    return { mine, relation };
  };

  /** The member that the action is for, with the robot locked. @throws notFound; the errors of the action's rule */
  const target = async (
    context: RequestContext,
    friendRelationId: string,
    act: FriendAct,
    right: Right,
  ): Promise<{ friend: MemberRow; mine: MemberRow }> => {
    const seen = await friendById(context.db, friendRelationId);
    if (!seen) throw new ApiError('notFound', { field: 'friendRelationId' });
    const { mine, relation } = await hold(context, seen.relation.serialNumber, right);
    const friend = await friendById(context.db, friendRelationId);
    if (!friend) throw new ApiError('notFound', { field: 'friendRelationId' });
    const fault = friendFault(act, rightsOf(context.roles, relation), {
      state: stateOf(friend.relation),
      canAdminister: canAdminister(friend.roles),
      relation: friend.relation.isSuperAdmin ? 'superAdmin' : friend.relation.isRobotAdmin ? 'robotAdmin' : 'member',
    });
    if (fault) throw new ApiError(fault, { field: 'friendRelationId' });
    return { friend, mine };
  };

  const holdToAdminister = (context: RequestContext) => (serialNumber: string) =>
    hold(context, serialNumber, 'administer');

  /** Notifies the users concerned and the administrators of the robots. */
  const tell = async (
    { db, afterCommit }: RequestContext,
    serialNumbers: readonly string[],
    userIds: readonly string[],
  ): Promise<void> => {
    const administrators = await administratorsOf(db, serialNumbers);
    afterCommit(() => notifyRelations([...userIds, ...administrators]));
  };

  /** Users who lose a robot also lose its control lease. */
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

  const changeQuietly = async (
    context: RequestContext,
    act: AuditAct,
    { relation }: MemberRow,
    to: Partial<RelationRow>,
  ): Promise<void> => {
    await changeRelation(context.db, relation.id, to);
    await record(context.db, {
      userId: context.userId,
      act,
      subject: relation.serialNumber,
      before: told(relation),
      after: told({ ...relation, ...to }),
    });
  };
  const change = async (...given: Parameters<typeof changeQuietly>): Promise<void> => {
    await changeQuietly(...given);
    const [context, , { relation }] = given;
    await tell(context, [relation.serialNumber], [relation.userId]);
  };

  const remove = async (context: RequestContext, act: AuditAct, { relation }: MemberRow): Promise<void> => {
    await removeRelation(context.db, relation.id);
    await endLease(context, relation.serialNumber, [relation.userId]);
    await record(context.db, { userId: context.userId, act, subject: relation.serialNumber, before: told(relation) });
    await tell(context, [relation.serialNumber], [relation.userId]);
  };

  /** Tells those who may decide about a new request. */
  const announceRequest = async (
    { db, nickname, afterCommit }: RequestContext,
    serialNumber: string,
  ): Promise<void> => {
    const deciders = (await peopleOf(db, serialNumber)).filter(({ roles, relation }) =>
      hasRight(roles, relationOf(relation), 'administer'),
    );
    const robot = fleet.fleetCache.robot(serialNumber)?.name ?? '';
    afterCommit(() =>
      sendNotice(
        deciders.map(({ relation }) => relation.userId),
        { type: 'accessRequested', serialNumber, names: { robot: perLanguage(robot), by: perLanguage(nickname) } },
      ),
    );
  };

  const invitations = createInvitations({
    ...deps,
    sendNotice,
    authorise: (context, friend) => changeQuietly(context, 'friend.authorise', friend, { isAuth: true }),
    tell,
  });

  return {
    ...createFriendLists(),

    async setAuth({ friendRelationId, isAuth }, context) {
      const { friend } = await target(context, friendRelationId, isAuth ? 'authorise' : 'withdraw', 'administer');
      if (friend.relation.isAuth === isAuth) return null;
      if (isAuth) await change(context, 'friend.authorise', friend, { isAuth });
      else {
        // Like a new request: the user cannot accept the old invitation again, and waits from now on.
        await change(context, 'friend.withdraw', friend, {
          isAuth,
          isRobotAdmin: false,
          invitedBy: null,
          createdAt: new Date(deps.now()),
        });
        await endLease(context, friend.relation.serialNumber, [friend.relation.userId]);
      }
      return null;
    },

    async setRobotAdmin({ friendRelationId, isRobotAdmin }, context) {
      const { friend } = await target(context, friendRelationId, isRobotAdmin ? 'makeAdmin' : 'unmakeAdmin', 'own');
      if (friend.relation.isRobotAdmin !== isRobotAdmin)
        await change(context, isRobotAdmin ? 'friend.makeAdmin' : 'friend.unmakeAdmin', friend, { isRobotAdmin });
      return null;
    },

    async remove({ friendRelationId }, context) {
      await remove(context, 'friend.remove', (await target(context, friendRelationId, 'remove', 'administer')).friend);
      return null;
    },

    ask: guarded(
      (_: { robotToAsk: string }, { userId }) => asks.count(userId),
      async ({ robotToAsk }, context) => {
        const { db, userId } = context;
        const serialNumber = await typedRobot(db, robotToAsk);
        await record(db, { userId, act: 'friend.ask', subject: serialNumber ?? robotToAsk });
        if (serialNumber === undefined || !(await lockRobot(db, serialNumber))) return null;
        if (await addRelation(db, { id: randomUUID(), userId, serialNumber, isAuth: false })) {
          await tell(context, [serialNumber], []);
          await announceRequest(context, serialNumber);
        }
        return null;
      },
    ),

    invite: guarded(
      (_: { serialNumber: string; account: string }, { userId }) => invites.count(userId),
      async ({ serialNumber, account }, context) => {
        const [result] = await invitations.invite(context, account, [serialNumber], holdToAdminister(context));
        if (result?.outcome === 'alreadyMember') throw new ApiError('friendAlready', { field: 'account' });
        return null;
      },
    ),

    inviteToRobots: guarded(
      (_: { serialNumberStr: string; account: string }, { userId }) => invites.count(userId),
      async ({ serialNumberStr, account }, context) => {
        const serialNumbers = serialNumberStr.split(',');
        if (serialNumbers.length > INVITE_ROBOTS_MAX) throw new ApiError('fieldInvalid', { field: 'serialNumberStr' });
        return invitations.invite(context, account, serialNumbers, holdToAdminister(context));
      },
    ),

    async answerInvitation({ invitationId, accept }, context) {
      const { db, userId } = context;
      const isMine = (row: MemberRow | undefined): row is MemberRow =>
        row?.relation.userId === userId && stateOf(row.relation) === 'invited';
      const seen = await friendById(db, invitationId);
      if (!isMine(seen) || !(await lockRobot(db, seen.relation.serialNumber)))
        throw new ApiError('notFound', { field: 'invitationId' });
      const invitation = await friendById(db, invitationId);
      if (!isMine(invitation)) throw new ApiError('notFound', { field: 'invitationId' });
      if (accept) await change(context, 'friend.accept', invitation, { isAuth: true });
      else await remove(context, 'friend.declineInvitation', invitation);
      return null;
    },

    async handOver({ serialNumber, friendRelationId }, context) {
      const { friend, mine } = await target(context, friendRelationId, 'handOver', 'own');
      await changeRelation(context.db, mine.relation.id, { isSuperAdmin: false, isRobotAdmin: true });
      await changeRelation(context.db, friend.relation.id, { isSuperAdmin: true, isRobotAdmin: true });
      await record(context.db, {
        userId: context.userId,
        act: 'robot.handOver',
        subject: serialNumber,
        before: { superAdmin: context.userId },
        after: { superAdmin: friend.relation.userId },
      });
      await tell(context, [serialNumber], [friend.relation.userId]);
      return null;
    },

    async unbind({ robotId: serialNumber }, outside) {
      const claimCode = newClaimCode();
      await outside.db.transaction(async (db) => {
        const context = { ...outside, db };
        await hold(context, serialNumber, 'own');
        const gone = await releaseRobot(db, serialNumber, claimHashOf(claimCode));
        const people = gone.map(({ userId }) => userId);
        await endLease(context, serialNumber, people);
        await record(db, {
          userId: context.userId,
          act: 'robot.unbind',
          subject: serialNumber,
          before: { people: gone.map(told) },
        });
        context.afterCommit(() => notifyRelations(people));
      });
      return { serialNumber, claimCode, claimQr: await claimQrOf(publicUrl(), claimCode) };
    },

    async leave({ serialNumber }, context) {
      const { mine, relation } = await hold(context, serialNumber, 'read');
      if (relation === 'superAdmin') throw new ApiError('superAdminStays');
      await remove(context, 'friend.leave', mine);
      return null;
    },
  };
}
