/** What every part of the list of people needs, and the acts that one of them stands before. */
import type { Friend } from '../../../../contract/entities/friend.ts';
import { friendFault, type FriendAct } from '../../../../contract/rules/friends.ts';
import type { Right } from '../../../../contract/rules/rights.ts';
import type { ErrorName } from '../../../../contract/wire/errors.ts';
import type { Act } from '../../../machines/friends/questions.ts';

export interface FriendPart {
  /** The caller's, on the robot. */
  readonly rights: readonly Right[];
  readonly timeZone: string;
  readonly onAct: (act: Act, friend: Friend | null) => void;
}

/** In the order of a menu. */
const ACTS_IN: Readonly<Record<Friend['state'], readonly Act[]>> = {
  asked: ['authorise', 'decline'],
  invited: ['takeBack'],
  authorised: ['makeAdmin', 'unmakeAdmin', 'withdraw', 'remove'],
};
const ruleOf = (act: Act): FriendAct => (act === 'decline' || act === 'takeBack' ? 'remove' : (act as FriendAct)); // the others of a menu are acts of the rule

export interface OfferedAct {
  act: Act;
  fault: ErrorName | null;
}

/** What may be done to somebody, and what may not with its reason; what is not the caller's right at all is left out. */
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
