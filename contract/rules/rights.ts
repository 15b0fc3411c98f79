/** Rights on a robot (spec 6, design 13): a right requires both the account's role and the relation. */
import type { AccountRole, Relation } from '../entities/constants.ts';

/**
 * read: view it. stop: hold it. operate: commands, lease, calls. administer: settings, maps, routes, authorising
 * members. own: its administrators, transfer, unbinding.
 */
export const RIGHTS = ['read', 'stop', 'operate', 'administer', 'own'] as const;
export type Right = (typeof RIGHTS)[number];

const BY_ROLE: Record<AccountRole, readonly Right[]> = {
  viewer: ['read', 'stop'],
  operator: RIGHTS,
  admin: ['read', 'stop'],
};
const BY_RELATION: Record<Relation, readonly Right[]> = {
  member: ['read', 'stop', 'operate'],
  robotAdmin: ['read', 'stop', 'operate', 'administer'],
  superAdmin: RIGHTS,
};

/** No relation, or an unauthorised one (`isAuth` false), gives no rights, whatever the role. */
export function rightsOf(roles: readonly AccountRole[], relation: Relation | null): readonly Right[] {
  if (!relation) return [];
  const byRelation = BY_RELATION[relation];
  return byRelation.filter((right) => roles.some((role) => BY_ROLE[role].includes(right)));
}

export const hasRight = (roles: readonly AccountRole[], relation: Relation | null, right: Right): boolean =>
  rightsOf(roles, relation).includes(right);
