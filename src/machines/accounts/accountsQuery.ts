/** URL query of the accounts page: search text, role, state, order, page. Defaults are omitted. */
import { ACCOUNT_ROLES, type AccountRole } from '../../../contract/entities/constants.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { parsePage } from '../parsePage.ts';

export const STATE_FILTERS = ['all', 'open', 'locked'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];
export const ROLE_FILTERS = ['all', ...ACCOUNT_ROLES] as const;
export type RoleFilter = 'all' | AccountRole;
export const ACCOUNT_ORDERS = ['name', 'seen', 'created'] as const;
export type AccountOrder = (typeof ACCOUNT_ORDERS)[number];

export interface AccountsQuery {
  text: string;
  role: RoleFilter;
  state: StateFilter;
  sort: AccountOrder;
  descending: boolean;
  page: number;
}

const oneOf = <const T extends string>(choices: readonly T[], text: string | undefined, usual: T): T =>
  choices.find((choice) => choice === text) ?? usual;

export const readAccountsQuery = (given: Query): AccountsQuery => ({
  text: given['q'] ?? '',
  role: oneOf(ROLE_FILTERS, given['role'], 'all'),
  state: oneOf(STATE_FILTERS, given['filter'], 'all'),
  sort: oneOf(ACCOUNT_ORDERS, given['sort'], 'name'),
  descending: given['order'] === 'desc',
  page: parsePage(given['page']),
});

/** URL query patch. Changing a filter resets to the first page. */
export function accountsPatch({ text, role, state, sort, descending, page = 1 }: Partial<AccountsQuery>): Query {
  const usual = (value: string | undefined, none: string): string => (value === none ? '' : (value ?? ''));
  return {
    ...(text === undefined ? {} : { q: text }),
    ...(role === undefined ? {} : { role: usual(role, 'all') }),
    ...(state === undefined ? {} : { filter: usual(state, 'all') }),
    ...(sort === undefined ? {} : { sort: usual(sort, 'name') }),
    ...(descending === undefined ? {} : { order: descending ? 'desc' : '' }),
    page: page === 1 ? '' : String(page),
  };
}

/** Request parameters for the server. */
export const accountsRequest = (query: Query) => ({ ...readAccountsQuery(query), limit: PAGE_SIZE.first });
export type AccountsRequest = ReturnType<typeof accountsRequest>;
