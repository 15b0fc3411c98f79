/** Of a site with many robots: the search for some of them, and which page of them map, timeline and events show. */
import type { MonitoringOverview } from '../../../../contract/entities/monitoring.ts';
import { MONITORING_ROBOTS_PER_PAGE, MONITORING_SEARCH_MAX } from '../../../../contract/rules/monitoringLimits.ts';
import type { MonitoringRef } from '../../../machines/monitoring/monitoring.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Pager } from '../../kit/Pager.tsx';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { usePagerTexts } from '../../shell/PagedList.tsx';

/** Fewer are found without a search. */
const SEARCHED_FROM = 12;

interface ChoiceProps {
  readonly screen: MonitoringRef;
  readonly overview: MonitoringOverview;
  /** As typed. */
  readonly search: string;
}

export function RobotChoice({ screen, overview: { page, total, robots }, search }: ChoiceProps) {
  const t = useT();
  const { range: _, ...texts } = usePagerTexts();
  const isPaged = total > robots.length;
  if (search === '' && total < SEARCHED_FROM) return null;
  const from = (page - 1) * MONITORING_ROBOTS_PER_PAGE + 1;
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-2 px-3 py-1">
      <div className="w-50">
        <SearchInput
          size="s"
          label={t('home.filters.search')}
          value={search}
          onChange={(text) => screen.send({ type: 'search.set', search: text.slice(0, MONITORING_SEARCH_MAX) })}
        />
      </div>
      {isPaged && (
        <Pager
          {...texts}
          summary={t('monitoring.lanes.shown', { from, to: from + robots.length - 1, total })}
          page={page}
          pages={Math.ceil(total / MONITORING_ROBOTS_PER_PAGE)}
          onPage={(to) => screen.send({ type: 'page.choose', page: to })}
        />
      )}
    </div>
  );
}
