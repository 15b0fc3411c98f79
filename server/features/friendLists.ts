/** Lists the members of a robot, and the robots of an account: what each member may see of the others (design 13). */
import type { Handlers } from '../../contract/endpoint.ts';
import type { friends } from '../../contract/endpoints/friends.ts';
import type { AccountRole } from '../../contract/entities/constants.ts';
import type { Friend } from '../../contract/entities/friend.ts';
import { maskAccount } from '../../contract/rules/maskAccount.ts';
import { hasRight, rightsOf } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { type LocalName, nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import {
  countRequests,
  friendOf,
  type MemberRow,
  membersOf,
  namesOf,
  relationsAndInvitationsOf,
  requestsAt,
  stateOf,
} from '../db/repositories/robotMembers.ts';
import { type OwnRobot, robotsOf } from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';

/** Whether the roles of an account allow it to administer its own robots. */
export const canAdminister = (roles: readonly AccountRole[]): boolean => hasRight(roles, 'superAdmin', 'own');

/** Those of the caller's robots that the caller may administer. */
export const administeredOf = (own: readonly OwnRobot[], roles: readonly AccountRole[]): OwnRobot[] =>
  own.filter(({ relation }) => hasRight(roles, relationOf(relation), 'administer'));

type Names = ReadonlyMap<string, LocalName>;

export function createFriendLists(): Pick<Handlers<typeof friends, RequestContext>, 'list' | 'requests' | 'own'> {
  const inviters = (
    db: RequestContext['db'],
    rows: readonly { relation: { invitedBy: string | null } }[],
  ): Promise<Names> => namesOf(db, [...new Set(rows.flatMap(({ relation }) => relation.invitedBy ?? []))]);
  const inviterOf = (names: Names, invitedBy: string | null, { language }: RequestContext): string =>
    invitedBy ? nameIn(names.get(invitedBy) ?? '', language) : '';

  const describe = (
    { relation, nickname, roles, email, phoneNumber, appId }: MemberRow,
    context: RequestContext,
    names: Names,
    readsAccounts: boolean,
  ): Friend => {
    const isSelf = relation.userId === context.userId;
    const account = email ?? phoneNumber ?? appId ?? '';
    return {
      friendRelationId: relation.id,
      userId: relation.userId,
      nickname: nameIn(nickname, context.language),
      account: readsAccounts || isSelf ? account : maskAccount(account),
      state: stateOf(relation),
      isAuth: relation.isAuth,
      isRobotAdmin: relation.isRobotAdmin,
      relation: relationOf({ ...relation, isAuth: true }) ?? 'member',
      canAdminister: canAdminister(roles),
      isSelf,
      invitedBy: inviterOf(names, relation.invitedBy, context),
      since: relation.createdAt.getTime(),
    };
  };

  return {
    async list({ serialNumber, page, limit, text }, context) {
      const { db, userId, roles } = context;
      const relation = relationOf((await friendOf(db, userId, serialNumber))?.relation);
      // The relation was removed after the API handler's access check.
      if (!relation) throw new ApiError('robotForeign', { field: 'serialNumber' });
      const administers = hasRight(roles, relation, 'administer');
      const found = await membersOf(db, {
        serialNumber,
        page,
        limit,
        text,
        byAccount: administers,
        withInvited: administers,
      });
      const names = await inviters(db, found.rows);
      return {
        total: found.total,
        rows: found.rows.map((row) => describe(row, context, names, administers)),
        relation,
        rights: [...rightsOf(roles, relation)],
      };
    },

    async requests({ page, limit }, { db, userId, roles, language }) {
      const administered = administeredOf(await robotsOf(db, userId), roles);
      const names = new Map(administered.map(({ robot }) => [robot.serialNumber, robot.name]));
      const serialNumbers = [...names.keys()];
      const rows = await requestsAt(db, serialNumbers, { page, limit });
      return {
        total: await countRequests(db, serialNumbers),
        rows: rows.map(({ relation, nickname, email, phoneNumber, appId }) => ({
          friendRelationId: relation.id,
          userId: relation.userId,
          nickname: nameIn(nickname, language),
          account: email ?? phoneNumber ?? appId ?? '',
          serialNumber: relation.serialNumber,
          robotNickName: nameIn(names.get(relation.serialNumber) ?? '', language),
          since: relation.createdAt.getTime(),
        })),
      };
    },

    async own(_, context) {
      const rows = await relationsAndInvitationsOf(context.db, context.userId);
      const names = await inviters(context.db, rows);
      return rows.map(({ relation, robot }) => ({
        friendRelationId: relation.id,
        serialNumber: robot.serialNumber,
        robotNickName: nameIn(robot.name, context.language),
        robotModel: robot.model,
        kind: robot.kind,
        state: relation.isAuth ? 'authorised' : 'invited',
        relation: relationOf({ ...relation, isAuth: true }) ?? 'member',
        invitedBy: inviterOf(names, relation.invitedBy, context),
        since: relation.createdAt.getTime(),
      }));
    },
  };
}
