/**
 * Deviations of vehicles from the standard (design 7): `2.x` reads `actions` in instantActions, `1.1-actions` expects
 * the older key `instantActions`; `both` sends both, which all known vehicles accept.
 */
import type { VdaAction } from '../wire/vda5050.ts';

export const PROTOCOL_DIALECTS = ['2.x', '1.1-actions', 'both'] as const;
export type Dialect = (typeof PROTOCOL_DIALECTS)[number];

export const inDialect = (
  dialect: Dialect,
  actions: readonly VdaAction[],
): { actions?: VdaAction[]; instantActions?: VdaAction[] } => ({
  ...(dialect === '1.1-actions' ? {} : { actions: [...actions] }),
  ...(dialect === '2.x' ? {} : { instantActions: [...actions] }),
});
