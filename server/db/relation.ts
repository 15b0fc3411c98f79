/** How somebody stands to a robot, from the row that says it. */
import type { Relation } from '../../contract/entities/constants.ts';

/** null without a relation, and for one that is not authorised. */
export const relationOf = (
  row: { isAuth: boolean; isRobotAdmin: boolean; isSuperAdmin: boolean } | undefined,
): Relation | null =>
  !row?.isAuth ? null : row.isSuperAdmin ? 'superAdmin' : row.isRobotAdmin ? 'robotAdmin' : 'member';
