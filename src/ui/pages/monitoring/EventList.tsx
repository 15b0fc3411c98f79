/** What happened, oldest first and by day: a press goes to the moment, the link opens the record. Live, it shows its end. */
import { useSelector } from '@xstate/react';
import WifiOff from 'lucide-react/icons/wifi-off';
import { Fragment, useEffect, useRef } from 'react';
import { type MonitoringRef, selectMonitoring } from '../../../machines/monitoring/monitoring.selectors.ts';
import { EVENT_GROUPS, type EventGroup, readMonitoringQuery } from '../../../machines/monitoring/monitoringQuery.ts';
import { BIZ_ICONS, eventNote, eventPath, eventState, eventTitle } from '../../events/eventTexts.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { Chip } from '../../kit/Chip.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { spanText } from '../../routeRuns/routeRunTexts.ts';
import { longDay } from '../../schedules/dayTexts.ts';
import { timeStamp, timeWithSeconds } from '../../shell/siteTime.ts';
import { type Happening, LEAD_MS } from './happenings.ts';

const GROUPS = {
  all: 'common.all',
  alarms: 'routes.alarms',
  runs: 'monitoring.events.runs',
  links: 'monitoring.events.links',
  people: 'monitoring.events.people',
} as const satisfies Record<EventGroup, Key>;

/** This near to its end, the list follows it. */
const END_PX = 24;

interface ListProps {
  readonly screen: MonitoringRef;
  readonly list: readonly Happening[];
  readonly timeZone: string;
}

export function EventList({ screen, list, timeZone }: ListProps) {
  const t = useT();
  const { query, at, isMore, overview } = useSelector(screen, selectMonitoring);
  const { group } = readMonitoringQuery(query);
  // The last one that has begun.
  const current = at === null ? undefined : list.findLast((one) => one.at <= at + LEAD_MS);
  const rows = useRef<HTMLOListElement>(null);
  const isLive = at === null;
  const isEmpty = list.length === 0;
  const isAtEnd = useRef(true);
  useEffect(() => {
    isAtEnd.current = true;
  }, [isLive, group]);
  // Live, the end stays in sight until it is scrolled away from.
  useEffect(() => {
    if (isLive && isAtEnd.current && rows.current) rows.current.scrollTop = rows.current.scrollHeight;
  }, [isLive, group, list.length]);
  const dayOf = (one: Happening | undefined): string => (one ? timeStamp(one.at, timeZone).slice(0, 10) : '');
  return (
    <section
      className="card flex min-h-0 flex-col desk:flex-1 max-desk:max-h-96"
      aria-label={t('monitoring.events.title')}
    >
      <header className="flex flex-none flex-wrap items-center gap-2 px-4 pt-3 pb-2">
        <h2 className="flex-1 text-14 font-semibold">{t('monitoring.events.title')}</h2>
        <span className="text-11 text-text-2">
          {t(isMore ? 'shared.moreThanCountEvents' : 'shared.eventCount', { count: list.length })}
        </span>
        <div className="flex w-full flex-wrap gap-1" role="group" aria-label={t('monitoring.events.filter')}>
          {EVENT_GROUPS.map((one) => (
            <Chip
              key={one}
              label={t(GROUPS[one])}
              on={one === group}
              onToggle={() => screen.send({ type: 'group.choose', group: one })}
            />
          ))}
        </div>
      </header>
      {isEmpty ? (
        <p className="px-4 py-3 text-12 text-text-2">
          {overview ? t('monitoring.events.none') : t('monitoring.lanes.loading')}
        </p>
      ) : (
        <ol
          ref={rows}
          className="min-h-0 flex-1 overflow-y-auto border-t border-line-2"
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX;
          }}
        >
          {list.map((one, index) => (
            <Fragment key={one.id}>
              {dayOf(one) !== dayOf(list[index - 1]) && (
                <li className="sticky top-0 z-1 border-b border-line-2 bg-surface px-4 py-1 text-11 font-medium text-text-2">
                  {longDay(t, dayOf(one))}
                </li>
              )}
              <Row
                screen={screen}
                one={one}
                timeZone={timeZone}
                isCurrent={one === current}
                isAhead={at !== null && one.at > at + LEAD_MS}
              />
            </Fragment>
          ))}
        </ol>
      )}
    </section>
  );
}

interface RowProps {
  readonly screen: MonitoringRef;
  readonly one: Happening;
  readonly timeZone: string;
  readonly isCurrent: boolean;
  readonly isAhead: boolean;
}

function Row({ screen, one, timeZone, isCurrent, isAhead }: RowProps) {
  const t = useT();
  const live = useLive();
  const { navigation } = useApp();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isCurrent]);
  const { event, at, until, robotName } = one;
  const path = event ? eventPath(event) : '';
  const title = event ? eventTitle(t, event) : t('monitoring.events.silent', { robot: robotName });
  return (
    <li
      ref={row}
      aria-current={isCurrent ? 'true' : undefined}
      className={classes(
        // Below the day, which stays in place.
        'flex scroll-mt-7 items-start gap-1 border-b border-line-2 pr-2',
        isCurrent && 'border-l-3 border-l-mark bg-brand-50',
        isAhead && 'text-text-2',
      )}
    >
      <button
        type="button"
        className="grid min-w-0 flex-1 grid-cols-[auto_auto_1fr] items-start gap-x-2 px-3 py-2 text-left hover:bg-hover"
        onClick={() => screen.send({ type: 'moment.seek', at: at - LEAD_MS, now: live.now() })}
      >
        <span className="text-11 text-text-2 tabular-nums">{timeWithSeconds(at, timeZone)}</span>
        <span className={event?.bizType === 'alarm' ? 'text-st-alarm' : 'text-text-2'}>
          <Icon of={event ? BIZ_ICONS[event.bizType] : WifiOff} size={14} />
        </span>
        <span className="min-w-0">
          <span className={classes('block text-13 wrap-anywhere', isCurrent && 'font-semibold')}>{title}</span>
          <span className="block truncate text-11 text-text-2">
            {event
              ? [eventNote(event), eventState(t, event)].filter(Boolean).join(' · ')
              : t('monitoring.events.silentFor', { span: spanText((until ?? at) - at) })}
          </span>
        </span>
      </button>
      {path !== '' && (
        <Button
          size="s"
          variant="ghost"
          className="my-1"
          aria-label={t('monitoring.events.openOf', { title })}
          onClick={() => navigation.send({ type: 'navigation.go', to: path })}
        >
          {t('common.open')}
        </Button>
      )}
    </li>
  );
}
