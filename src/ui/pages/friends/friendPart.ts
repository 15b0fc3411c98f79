/** Common props of the member lists, and the actions offered for a member. */
import type { Friend } from '../../../../contract/entities/friend.ts';
import { friendFault, type FriendAct } from '../../../../contract/rules/friends.ts';
import type { Right } from '../../../../contract/rules/rights.ts';
import type { ErrorName } from '../../../../contract/wire/errors.ts';
import type { Act } from '../../../machines/friends/questions.ts';

export interface FriendPart {
  /** Rights of the signed-in user on the robot. */
  readonly rights: readonly Right[];
  readonly timeZone: string;
  readonly onAct: (act: Act, friend: Friend | null) => void;
}

/** In menu order. */
const ACTS_IN: Readonly<Record<Friend['state'], readonly Act[]>> = {
  asked: ['authorise', 'decline'],
  invited: ['takeBack'],
  authorised: ['makeAdmin', 'unmakeAdmin', 'withdraw', 'remove'],
};
const ruleOf = (act: Act): FriendAct => (act === 'decline' || act === 'takeBack' ? 'remove' : (act as FriendAct)); // all other menu actions are actions of the rule

export interface OfferedAct {
  act: Act;
  fault: ErrorName | null;
}

/** Actions offered for a member; a blocked action carries its reason. Actions the user has no right to are omitted. */
export function offeredActs(rights: readonly Right[], friend: Friend): readonly OfferedAct[] {
  if (friend.isSelf || !rights.includes('administer')) return [];
  return ACTS_IN[friend.state]
    .filter((act) => act !== (friend.isRobotAdmin ? 'makeAdmin' : 'unmakeAdmin'))
    .map((act) => ({ act, fault: friendFault(ruleOf(act), rights, friend) }))
    .filter(
      ({ fault }) =>
        fault !== 'notAllowed' &&
        fault !== 'superAdminStays' &&
        !(fault === 'friendDeletionDenied' && friend.relation === 'superAdmin'),
    );
}
