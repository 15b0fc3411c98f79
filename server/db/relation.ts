/** Derives a user's relation to a robot from its row. */
import type { Relation } from '../../contract/entities/constants.ts';

/** null if there is no relation or it is not authorised. The columns are null in a left join without a relation. */
export const relationOf = (
  row: { isAuth: boolean | null; isRobotAdmin: boolean | null; isSuperAdmin: boolean | null } | undefined,
): Relation | null =>
  !row?.isAuth ? null : row.isSuperAdmin ? 'superAdmin' : row.isRobotAdmin ? 'robotAdmin' : 'member';
