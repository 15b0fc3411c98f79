/** Scheduled tasks of a site: what ran, what will run, and what stands against it (spec 2, design 20). */
import { useSelector } from '@xstate/react';
import CalendarOff from 'lucide-react/icons/calendar-off';
import Plus from 'lucide-react/icons/plus';
import type { RunVerdict } from '../../../../contract/rules/schedule/scheduleLimits.ts';
import {
  type SchedulesRef,
  selectCopy,
  selectHasFailed,
  selectHasNoSite,
  selectIsReading,
  selectSchedules,
} from '../../../machines/schedules/schedules.selectors.ts';
import { runIn, runKeyOf, schedulesQuery, viewIn } from '../../../machines/schedules/schedulesQuery.ts';
import { firstAhead, runsInOrder } from '../../../machines/schedules/timetableView.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { FailedCard } from '../../kit/ListCard.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListKeys } from '../../lists/useListKeys.ts';
import { useListFailure } from '../../shell/PagedList.tsx';
import { CopyTaskDialog } from '../../schedules/CopyTaskDialog.tsx';
import { timeOfDay, timeStamp, zoneName } from '../../shell/siteTime.ts';
import { ConflictBar } from './ConflictBar.tsx';
import { DaysView } from './DaysView.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { MoveBar } from './MoveBar.tsx';
import { PhoneDays } from './PhoneDays.tsx';
import { ScheduleBar } from './ScheduleBar.tsx';
import { Timetable } from './Timetable.tsx';
import { UndoBar } from './UndoBar.tsx';
import { type ShownTimetable, useTimetable } from './useTimetable.ts';

const NEW_TASK = '/schedules/task';
/** With the form of a new exception open. */
const NEW_EXCEPTION = '/schedules/exceptions?exception=new';
/** A forecast older than this says how old it is, ms. */
const OLD_MS = 2 * 60_000;
/** Of '14:31:56'. */
const SECONDS_LENGTH = 8;

export function SchedulesPage({ screen }: { readonly screen: SchedulesRef }) {
  const t = useT();
  const { navigation, preferences } = useApp();
  const copy = useSelector(screen, selectCopy);
  const isPhone = useSelector(preferences, selectIsMobile);
  const shown = useTimetable(screen);
  const isEmpty = shown !== null && shown.data.tasks.length === 0;
  const canChange = shown?.data.robots.some((robot) => robot.canChange) ?? false;
  const siteId = shown?.data.siteId ?? '';
  const go = (path: string) =>
    navigation.send({
      type: 'navigation.go',
      to: `${path}${path.includes('?') ? '&' : '?'}site=${encodeURIComponent(siteId)}`,
    });
  const { query } = useSelector(screen, selectSchedules);
  const runs = shown ? runsInOrder(shown.view) : [];
  useListKeys({
    ids: runs.map(runKeyOf),
    open: runIn(query),
    first: firstAhead(runs, shown?.now ?? 0),
    onOpen: (key) => screen.send({ type: 'run.open', key }),
    onClose: () => screen.send({ type: 'run.open', key: '' }),
    keys: { w: () => screen.send({ type: 'week.calendar' }) },
  });
  const blocked = !shown ? t('schedules.loading') : canChange ? undefined : t('schedules.noRight');
  return (
    <ListPage
      title={t('routes.schedules')}
      facts={shown ? <Sentence screen={screen} shown={shown} /> : <span className="block max-desk:h-9" />}
      actions={
        <Button variant="ghost" icon={CalendarOff} disabledReason={blocked} onClick={() => go(NEW_EXCEPTION)}>
          {t('shared.addException')}
        </Button>
      }
      primary={{ label: t('shared.newTask'), icon: Plus, disabledReason: blocked, onPress: () => go(NEW_TASK) }}
      filters={<ScheduleBar screen={screen} shown={shown} isPhone={isPhone} />}
    >
      {shown && <Staleness screen={screen} shown={shown} />}
      {shown && <ConflictBar screen={screen} shown={shown} />}
      {shown && !isEmpty ? (
        <Content screen={screen} shown={shown} isPhone={isPhone} />
      ) : (
        <Placeholder screen={screen} isEmpty={isEmpty} canChange={canChange} onNew={() => go(NEW_TASK)} />
      )}
      {copy && <CopyTaskDialog copy={copy} />}
      {shown && <UndoBar screen={screen} timeZone={shown.data.timeZone} />}
      {shown && <MoveBar screen={screen} shown={shown} />}
    </ListPage>
  );
}

interface ContentProps {
  readonly screen: SchedulesRef;
  readonly shown: ShownTimetable;
  readonly isPhone: boolean;
}
function Content({ screen, shown, isPhone }: ContentProps) {
  const t = useT();
  const { query } = useSelector(screen, selectSchedules);
  if (shown.view.robots.length === 0)
    return (
      <div className="card">
        <StatePanel state="empty" art="security" title={t('schedules.noneFound')}>
          <Button size="s" onClick={() => screen.send({ type: 'schedules.show', query: schedulesQuery.cleared })}>
            {t('shell.clearFilters')}
          </Button>
        </StatePanel>
      </div>
    );
  if (isPhone) return <PhoneDays screen={screen} shown={shown} />;
  return viewIn(query) === 'days' ? (
    <DaysView screen={screen} shown={shown} />
  ) : (
    <Timetable screen={screen} shown={shown} />
  );
}

interface PlaceholderProps {
  readonly screen: SchedulesRef;
  readonly isEmpty: boolean;
  readonly canChange: boolean;
  readonly onNew: () => void;
}
function Placeholder({ screen, isEmpty, canChange, onNew }: PlaceholderProps) {
  const t = useT();
  const { failure } = useSelector(screen, selectSchedules);
  const reading = useSelector(screen, selectIsReading);
  const hasFailed = useSelector(screen, selectHasFailed);
  const hasNoSite = useSelector(screen, selectHasNoSite);
  const failureTexts = useListFailure();
  if (hasFailed && failure) {
    const { forbidden, title, text } = failureTexts(failure, 'schedules.failed');
    return (
      <FailedCard
        forbidden={forbidden}
        title={title}
        text={forbidden ? text : t('schedules.failedText', { reason: text })}
        busy={reading}
        retryLabel={t('common.retry')}
        onRetry={() => screen.send({ type: 'timetable.reload' })}
      />
    );
  }
  return (
    <div className="card">
      {hasNoSite ? (
        <StatePanel state="forbidden" title={t('schedules.noSite')} text={t('schedules.noSiteText')} />
      ) : isEmpty ? (
        <StatePanel
          state="empty"
          art="security"
          title={t('schedules.empty')}
          text={t(canChange ? 'schedules.emptyText' : 'schedules.emptyReadOnly')}
        >
          {canChange && (
            <Button size="s" variant="primary" onClick={onNew}>
              {t('shared.newTask')}
            </Button>
          )}
        </StatePanel>
      ) : (
        <GridSkeleton />
      )}
    </div>
  );
}

/** What the forecast is worth while the server cannot be asked. */
function Staleness({
  screen,
  shown: { data, isLost },
}: {
  readonly screen: SchedulesRef;
  readonly shown: ShownTimetable;
}) {
  const t = useT();
  const { failure } = useSelector(screen, selectSchedules);
  const hasFailed = useSelector(screen, selectHasFailed);
  if (isLost)
    return (
      <Banner
        tone="warn"
        title={t('schedules.offline', { time: timeStamp(data.serverTime, data.timeZone).slice(-SECONDS_LENGTH) })}
      />
    );
  const time = timeOfDay(data.serverTime, data.timeZone);
  if (hasFailed && failure)
    return (
      <Banner tone="warn" title={t('schedules.stale', { time, reason: t.failure(failure) })}>
        <Button size="s" onClick={() => screen.send({ type: 'timetable.reload' })}>
          {t('common.retry')}
        </Button>
      </Banner>
    );
  return null;
}

const COUNTS = {
  asPlanned: 'schedules.summary.asPlanned',
  inPart: 'schedules.summary.inPart',
  notAtAll: 'schedules.summary.notAtAll',
  inDoubt: 'schedules.summary.inDoubt',
} as const;

/** "Next 7 days: 65 runs. 59 as planned, 1 in part, 2 not at all, 3 in doubt.", each number a filter. */
function Sentence({
  screen,
  shown: { data, now, isLost },
}: {
  readonly screen: SchedulesRef;
  readonly shown: ShownTimetable;
}) {
  const t = useT();
  const { query } = useSelector(screen, selectSchedules);
  const { verdict } = schedulesQuery.read(query);
  const { summary, siteName, timeZone, serverTime } = data;
  const isOld = now - serverTime > OLD_MS && !isLost;
  const age = isOld && (
    <b className="font-semibold text-attn-text">
      {t('schedules.asOf', { time: timeOfDay(serverTime, timeZone), minutes: Math.floor((now - serverTime) / 60_000) })}
    </b>
  );
  const zone = t('schedules.zone', { site: siteName, zone: zoneName(timeZone, t.language, serverTime) });
  if (summary.total === 0)
    return (
      <>
        {`${t('schedules.summary.none')} · ${zone}`} {age}
      </>
    );
  const show = (chosen: RunVerdict) =>
    screen.send({
      type: 'schedules.show',
      query: schedulesQuery.patch({ verdict: verdict === chosen ? '' : chosen }),
    });
  const counts = (['asPlanned', 'inPart', 'notAtAll', 'inDoubt'] as const).filter((each) => summary[each] > 0);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {t('schedules.summary.start', { total: summary.total })}
      {counts.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={verdict === each}
          className={
            each === 'inDoubt'
              ? 'font-semibold text-attn-text underline-offset-2 hover:underline aria-pressed:underline'
              : 'text-text-2 underline-offset-2 hover:underline aria-pressed:underline'
          }
          onClick={() => show(each)}
        >
          {t(COUNTS[each], { count: summary[each] })}
        </button>
      ))}
      {age}
      <span>{`· ${zone}`}</span>
    </span>
  );
}
