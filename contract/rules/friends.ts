/**
 * Permissions among the members of a robot (spec 6, design 13). Robot administrators authorise and remove members; only
 * the super administrator appoints or demotes administrators and transfers the robot; the super administrator cannot be
 * changed by others.
 */
import type { Friend } from '../entities/friend.ts';
import type { ErrorName } from '../wire/errors.ts';
import type { Right } from './rights.ts';

/** withdraw revokes an authorisation; the person stays listed as waiting. */
export const FRIEND_ACTS = ['authorise', 'withdraw', 'remove', 'makeAdmin', 'unmakeAdmin', 'handOver'] as const;
export type FriendAct = (typeof FRIEND_ACTS)[number];

export const RIGHT_OF_ACT = {
  authorise: 'administer',
  withdraw: 'administer',
  remove: 'administer',
  makeAdmin: 'own',
  unmakeAdmin: 'own',
  handOver: 'own',
} as const satisfies Record<FriendAct, Right>;

type Target = Pick<Friend, 'state' | 'relation' | 'canAdminister'>;

/** The reason why a caller with these rights cannot do this to the member, or null. */
export function friendFault(
  act: FriendAct,
  rights: readonly Right[],
  { state, relation, canAdminister }: Target,
): ErrorName | null {
  if (!rights.includes(RIGHT_OF_ACT[act])) return act === 'remove' ? 'friendDeletionDenied' : 'notAllowed';
  if (relation === 'superAdmin') return act === 'remove' ? 'friendDeletionDenied' : 'superAdminStays';
  switch (act) {
    case 'authorise':
      return state === 'invited' ? 'invitationWaits' : null;
    // Both remove an administrator, which only the super administrator may do.
    case 'withdraw':
    case 'remove':
      return relation !== 'robotAdmin' || rights.includes('own')
        ? null
        : act === 'remove'
          ? 'friendDeletionDenied'
          : 'notAllowed';
    case 'unmakeAdmin':
      return null;
    case 'makeAdmin':
    case 'handOver':
      return state !== 'authorised' ? 'friendWaits' : canAdminister ? null : 'roleTooLow';
  }
}
