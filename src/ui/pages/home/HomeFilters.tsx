/** Filter row: status, search text, cards or table. '/' focuses the search field. */
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Search from 'lucide-react/icons/search';
import Table2 from 'lucide-react/icons/table-2';
import { useEffect, useRef } from 'react';
import type { Robot } from '../../../../contract/entities/robot.ts';
import type { RobotStatus } from '../../../../contract/entities/robotConstants.ts';
import { useT } from '../../hooks/useT.ts';
import { Chip } from '../../kit/Chip.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { HOME_FILTERS, type HomeFilter, type HomeQueryProps } from './homeQuery.ts';
import { filterCounts } from './robotRows.ts';

const KEYS = {
  all: 'home.filters.all',
  attention: 'home.filters.attention',
  stopped: 'status.stopped',
  online: 'status.online',
  working: 'status.working',
  standby: 'status.standby',
  charging: 'status.charging',
  offline: 'status.offline',
} as const satisfies Record<HomeFilter, string>;
/** Filters by status show the shape of the status. */
const SHAPE: Partial<Record<HomeFilter, RobotStatus>> = {
  stopped: 'stopped',
  online: 'online',
  working: 'working',
  standby: 'standby',
  charging: 'charging',
  offline: 'offline',
};
const SEARCH_KEY = '/';

export interface HomeFiltersProps extends HomeQueryProps {
  readonly robots: readonly Robot[];
  readonly mobile: boolean;
}

export function HomeFilters({ robots, mobile, query, onShow }: HomeFiltersProps) {
  const t = useT();
  const counts = filterCounts(robots);
  const search = useSearchKey();
  return (
    <div className="filters">
      <div className="home-chips" role="group" aria-label={t('shell.panel.filter')}>
        {HOME_FILTERS.map((filter) => (
          <Chip
            key={filter}
            large={mobile}
            label={t(KEYS[filter])}
            note={counts[filter]}
            status={SHAPE[filter]}
            on={filter === query.filter}
            onToggle={() => onShow({ filter: filter === query.filter ? 'all' : filter }, true)}
          />
        ))}
      </div>
      {!mobile && (
        <>
          <span className="top-gap" />
          <TextInput
            ref={search}
            type="search"
            size="s"
            className="home-search"
            icon={Search}
            keyHint={SEARCH_KEY}
            aria-label={t('home.filters.search')}
            placeholder={t('home.filters.searchShort')}
            value={query.words}
            onChange={(words) => onShow({ words })}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || !query.words) return;
              event.stopPropagation();
              onShow({ words: '' });
            }}
          />
          <SegmentedControl
            size="s"
            label={t('home.view.name')}
            value={query.view === 'table' ? 'table' : 'cards'}
            options={[
              { value: 'cards', label: t('home.view.cards'), icon: LayoutGrid },
              { value: 'table', label: t('shell.table'), icon: Table2 },
            ]}
            onChange={(view) => onShow({ view }, true)}
          />
        </>
      )}
    </div>
  );
}

/** '/' focuses the search field, unless the user is typing in another field. */
function useSearchKey() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const writing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (event.key !== SEARCH_KEY || writing || event.ctrlKey || event.metaKey || event.altKey || !field.current)
        return;
      event.preventDefault();
      field.current.focus();
      field.current.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return field;
}
