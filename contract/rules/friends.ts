/**
 * Who may do what to whom among the people of a robot (spec 6, design 13): authorising and removing are a robot administrator's,
 * making and unmaking administrators and handing over the super administrator's; nobody touches the super administrator.
 */
import type { Friend } from '../entities/friend.ts';
import type { ErrorName } from '../wire/errors.ts';
import type { Right } from './rights.ts';

/** withdraw takes an authorisation back; the person stays in sight, as one who waits. */
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

/** Why somebody with these rights may not do this to that person; null when they may. */
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
    // Both end an administrator, which is the super administrator's to do.
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
