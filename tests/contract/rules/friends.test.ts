import { expect, it } from 'vitest';
import { friendFault, type FriendAct } from '../../../contract/rules/friends.ts';
import { maskAccount } from '../../../contract/rules/maskAccount.ts';
import { RIGHTS, type Right } from '../../../contract/rules/rights.ts';

const OWNER: readonly Right[] = RIGHTS;
const ADMIN: readonly Right[] = ['read', 'stop', 'operate', 'administer'];
const MEMBER: readonly Right[] = ['read', 'stop', 'operate'];
const member = { state: 'authorised', relation: 'member', canAdminister: true } as const;
const admin = { ...member, relation: 'robotAdmin' } as const;
const owner = { ...member, relation: 'superAdmin' } as const;
const asked = { ...member, state: 'asked' } as const;
const invited = { ...member, state: 'invited' } as const;
const viewer = { ...member, canAdminister: false } as const;

it.each<[FriendAct, readonly Right[], Parameters<typeof friendFault>[2], ReturnType<typeof friendFault>]>([
  ['authorise', ADMIN, asked, null],
  ['authorise', ADMIN, invited, 'invitationWaits'],
  ['authorise', MEMBER, asked, 'notAllowed'],
  ['withdraw', ADMIN, member, null],
  ['withdraw', ADMIN, admin, 'notAllowed'],
  ['withdraw', OWNER, admin, null],
  ['withdraw', OWNER, owner, 'superAdminStays'],
  ['remove', ADMIN, member, null],
  ['remove', ADMIN, asked, null],
  ['remove', ADMIN, invited, null],
  ['remove', ADMIN, admin, 'friendDeletionDenied'],
  ['remove', OWNER, admin, null],
  ['remove', OWNER, owner, 'friendDeletionDenied'],
  ['remove', MEMBER, member, 'friendDeletionDenied'],
  ['makeAdmin', ADMIN, member, 'notAllowed'],
  ['makeAdmin', OWNER, member, null],
  ['makeAdmin', OWNER, viewer, 'roleTooLow'],
  ['makeAdmin', OWNER, asked, 'friendWaits'],
  ['unmakeAdmin', ADMIN, admin, 'notAllowed'],
  ['unmakeAdmin', OWNER, admin, null],
  ['unmakeAdmin', OWNER, owner, 'superAdminStays'],
  ['handOver', ADMIN, member, 'notAllowed'],
  ['handOver', OWNER, member, null],
  ['handOver', OWNER, admin, null],
  ['handOver', OWNER, invited, 'friendWaits'],
  ['handOver', OWNER, viewer, 'roleTooLow'],
  ['handOver', OWNER, owner, 'superAdminStays'],
])('%s with %j on %j: %s', (act, rights, target, fault) => {
  expect(friendFault(act, rights, target)).toBe(fault);
});

it.each([
  ['lin.wei@demo.roundhouse', 'l***@demo.roundhouse'],
  ['l@demo.roundhouse', '***@demo.roundhouse'],
  ['+8613800000001', '+86***01'],
  ['+1', '***'],
  ['', ''],
])('masks %s as %s', (account, masked) => {
  expect(maskAccount(account)).toBe(masked);
});
