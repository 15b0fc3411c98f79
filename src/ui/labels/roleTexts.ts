import type { AccountRole } from '../../../contract/entities/constants.ts';
import type { Translate } from '../hooks/translate.ts';

export const ROLE_KEYS = {
  viewer: 'common.viewer',
  operator: 'common.operator',
  admin: 'common.administrator',
} as const satisfies Record<AccountRole, string>;
/** What each role is allowed to do, in one sentence. */
export const ROLE_TEXT_KEYS = {
  viewer: 'accounts.role.viewerText',
  operator: 'accounts.role.operatorText',
  admin: 'accounts.role.adminText',
} as const satisfies Record<AccountRole, string>;

export const rolesText = (t: Translate, roles: readonly AccountRole[]): string =>
  roles.map((role) => t(ROLE_KEYS[role])).join(t('shared.listSeparator'));
