/** URL query of the accounts page: search text, role, state, order, page; and the request for it. */
import { ACCOUNT_ROLES } from '../../../contract/entities/constants.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { choice, defineQuery, flag, order, page, text } from '../factories/defineQuery.ts';

export const STATE_FILTERS = ['all', 'open', 'locked'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];
export const ROLE_FILTERS = ['all', ...ACCOUNT_ROLES] as const;
export type RoleFilter = (typeof ROLE_FILTERS)[number];
export const ACCOUNT_ORDERS = ['name', 'seen', 'created'] as const;

export const accountsQuery = defineQuery({
  text: text('q'),
  role: choice('role', ROLE_FILTERS, 'all'),
  state: choice('filter', STATE_FILTERS, 'all'),
  sort: order('sort', ACCOUNT_ORDERS, 'name'),
  descending: flag('order', 'desc'),
  page: page(),
});
export type AccountsQuery = ReturnType<typeof accountsQuery.read>;

export const accountsRequest = (query: Query) => ({ ...accountsQuery.read(query), limit: PAGE_SIZE.first });
export type AccountsRequest = ReturnType<typeof accountsRequest>;
