/** Filter row of the accounts page: state, role and search text. */
import { useSelector } from '@xstate/react';
import {
  type AccountsQuery,
  accountsQuery,
  ROLE_FILTERS,
  STATE_FILTERS,
} from '../../../machines/accounts/accountsQuery.ts';
import { type AccountsRef, selectAccounts } from '../../../machines/accounts/accounts.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { ROLE_KEYS } from '../../labels/roleTexts.ts';

const STATE_KEYS = {
  all: 'common.all',
  open: 'accounts.state.open',
  locked: 'accounts.state.locked',
} as const;

export function AccountFilters({
  screen,
  onShow,
}: {
  readonly screen: AccountsRef;
  readonly onShow: (change: Partial<AccountsQuery>) => void;
}) {
  const t = useT();
  const { query } = useSelector(screen, selectAccounts);
  const { text, role, state } = accountsQuery.read(query);
  return (
    <Filters
      filtered={accountsQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: accountsQuery.cleared })}
    >
      <SegmentedControl
        size="s"
        label={t('common.status')}
        value={state}
        options={STATE_FILTERS.map((value) => ({ value, label: t(STATE_KEYS[value]) }))}
        onChange={(next) => onShow({ state: next })}
      />
      <Select
        size="s"
        label={t('shared.role')}
        value={role}
        options={ROLE_FILTERS.map((value) => ({
          value,
          label: t(value === 'all' ? 'accounts.filter.allRoles' : ROLE_KEYS[value]),
        }))}
        onChange={(next) => onShow({ role: next })}
      />
      <SearchInput
        size="s"
        label={t('accounts.filter.search')}
        value={text}
        onChange={(words) => onShow({ text: words })}
      />
    </Filters>
  );
}
