/** Derives a user's relation to a robot from its row. */
import type { Relation } from '../../contract/entities/constants.ts';

/** null if there is no relation or it is not authorised. */
export const relationOf = (
  row: { isAuth: boolean; isRobotAdmin: boolean; isSuperAdmin: boolean } | undefined,
): Relation | null =>
  !row?.isAuth ? null : row.isSuperAdmin ? 'superAdmin' : row.isRobotAdmin ? 'robotAdmin' : 'member';
