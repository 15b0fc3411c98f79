/** Searches events by type, actor or field value, and filters the list. */
import { useSelector } from '@xstate/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Search from 'lucide-react/icons/search';
import { selectFilters } from '../../../machines/inspector/inspector.selectors.ts';
import { FILTERS, type Filter } from '../../../machines/inspector/messages.ts';
import { useT } from '../../hooks/useT.ts';
import { Chip } from '../../kit/Chip.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import type { InspectorPart } from './inspectorPart.ts';
import { lastUpTo, neighbour } from './journal.ts';
import { SEARCH_ID } from './useInspectorKeys.ts';

const FILTER_KEY = {
  actor: 'inspector.filter.actor',
  moves: 'inspector.filter.moves',
  faults: 'inspector.filter.faults',
} as const satisfies Record<Filter, string>;

const COUNT = 'text-12 whitespace-nowrap text-text-2';

interface EventFiltersProps extends Pick<InspectorPart, 'screen' | 'step'> {
  readonly hits: readonly number[];
  readonly search: string;
  /** Number of listed events, and of all events. */
  readonly shown: number;
  readonly length: number;
}

export function EventFilters({ screen, step, hits, search, shown, length }: EventFiltersProps) {
  const t = useT();
  const filters = useSelector(screen, selectFilters);
  const searching = search.trim() !== '';
  const place = lastUpTo(hits, step);
  const isOnHit = hits[place] === step;
  const go = (by: 1 | -1): void => {
    const to = neighbour(hits, length, step, by);
    if (hits.includes(to)) screen.send({ type: 'step.go', step: to });
  };
  return (
    <div className="flex flex-none items-center gap-2 px-3 py-1.5 max-desk:flex-wrap">
      <TextInput
        id={SEARCH_ID}
        className="w-[220px] max-desk:flex-[1_1_160px]"
        size="s"
        icon={Search}
        keyHint="/"
        value={search}
        aria-label={t('inspector.filter.search')}
        placeholder={t('inspector.filter.search')}
        onChange={(text) => screen.send({ type: 'search.set', text })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {searching && (
        <>
          <span className={COUNT} role="status">
            {hits.length === 0
              ? t('inspector.filter.noHit')
              : isOnHit
                ? t('inspector.filter.hit', { hit: place + 1, count: hits.length })
                : t('inspector.filter.hits', { count: hits.length })}
          </span>
          <IconButton size="s" icon={ChevronUp} label={t('inspector.filter.previousHit')} onClick={() => go(-1)} />
          <IconButton size="s" icon={ChevronDown} label={t('inspector.filter.nextHit')} onClick={() => go(1)} />
        </>
      )}
      <span className="top-gap max-desk:hidden" />
      <div
        className="flex gap-1.5 max-desk:flex-[1_0_100%] max-desk:flex-wrap"
        role="group"
        aria-label={t('inspector.filter.title')}
      >
        {FILTERS.map((filter) => (
          <Chip
            key={filter}
            label={t(FILTER_KEY[filter])}
            on={filters.includes(filter)}
            onToggle={() => screen.send({ type: 'filter.toggle', filter })}
          />
        ))}
      </div>
      {filters.length > 0 && (
        <span className={COUNT} role="status">
          {t('inspector.filter.shown', { shown, count: length })}
        </span>
      )}
    </div>
  );
}
