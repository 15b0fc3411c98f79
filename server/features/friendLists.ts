/** Lists the members of a robot, and the robots of an account: what each member may see of the others (design 13). */
import type { Handlers } from '../../contract/endpoint.ts';
import type { friends } from '../../contract/endpoints/friends.ts';
import type { AccountRole } from '../../contract/entities/constants.ts';
import type { Friend } from '../../contract/entities/friend.ts';
import { WAITING_SHOWN } from '../../contract/rules/limits.ts';
import { maskAccount } from '../../contract/rules/maskAccount.ts';
import { hasRight, rightsOf } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { type LocalName, nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import {
  friendOf,
  type MemberRow,
  membersOf,
  namesOf,
  relationsAndInvitationsOf,
  stateOf,
  pendingMembers,
} from '../db/repositories/robotMembers.ts';
import type { RequestContext } from '../requestContext.ts';

/** Whether the roles of an account allow it to administer its own robots. */
export const canAdminister = (roles: readonly AccountRole[]): boolean => hasRight(roles, 'superAdmin', 'own');

type Names = ReadonlyMap<string, LocalName>;

export function createFriendLists(): Pick<Handlers<typeof friends, RequestContext>, 'list' | 'own'> {
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
      const waiting = administers ? await pendingMembers(db, serialNumber, WAITING_SHOWN) : [];
      const names = await inviters(db, found.rows);
      const shown = (row: MemberRow) => describe(row, context, names, administers);
      return {
        total: found.total,
        rows: found.rows.map(shown),
        waiting: waiting.map(shown),
        relation,
        rights: [...rightsOf(roles, relation)],
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
