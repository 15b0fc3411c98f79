/**
 * The lanes: a strip of the whole time with the brush, the ruler, and a lane for each robot. A drag anywhere moves the
 * moment; the wheel zooms, with Shift it pans.
 */
import { useSelector } from '@xstate/react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import { OVERVIEW_BARS_MAX_MS } from '../../../../contract/rules/monitoringLimits.ts';
import {
  type MonitoringRef,
  selectIsOverviewLoading,
  selectMonitoring,
} from '../../../machines/monitoring/monitoring.selectors.ts';
import { readMonitoringQuery } from '../../../machines/monitoring/monitoringQuery.ts';
import { lengthOf, type TimeSpan } from '../../../machines/monitoring/timeView.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { timeOfDay, timeStamp, timeWithSeconds } from '../../shell/siteTime.ts';
import { Lane } from './Lane.tsx';
import { LaneLegend } from './LaneLegend.tsx';
import { RobotChoice } from './RobotChoice.tsx';
import { useScrub, useWheel } from './laneInput.ts';
import { activityOf, HEAD, NAME, placeOf, ticksOf } from './laneShapes.ts';

const MINUTE_MS = 60_000;

interface LanesProps {
  readonly screen: MonitoringRef;
  readonly timeZone: string;
  /** On a phone: the lane of one robot. */
  readonly single: boolean;
}

export function Lanes({ screen, timeZone, single }: LanesProps) {
  const t = useT();
  const { overview, overviewFailure, query, span, view, planned } = useSelector(screen, selectMonitoring);
  const loading = useSelector(screen, selectIsOverviewLoading);
  const { robot, search } = readMonitoringQuery(query);
  const all = overview?.robots ?? [];
  const lanes = single ? all.filter((lane, index) => (robot === '' ? index === 0 : lane.serialNumber === robot)) : all;
  return (
    <div className="flex min-h-0 flex-col" aria-busy={loading}>
      {overviewFailure && (
        <p className="flex items-center gap-2 px-3 py-1 text-12 text-st-alarm-text" role="alert">
          {t.failure(overviewFailure)}
          <Button size="s" onClick={() => screen.send({ type: 'overview.retry' })}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {overview ? (
        <>
          <RobotChoice screen={screen} overview={overview} search={search} />
          {/* Without a span, other robots are about to be read. */}
          <Strip screen={screen} span={span ?? view} />
          <Ruler screen={screen} timeZone={timeZone} />
          <div className={classes('min-h-0 overflow-y-auto', loading && 'opacity-60')} role="list">
            {lanes.map((lane) => (
              <Lane key={lane.serialNumber} screen={screen} lane={lane} timeZone={timeZone} solo={robot} />
            ))}
          </div>
          <LaneLegend screen={screen} />
          {overview.hidden > 0 && (
            <p className="px-3 py-1 text-11 text-text-2">{t('monitoring.lanes.hidden', { count: overview.hidden })}</p>
          )}
          {planned === null && <p className="px-3 py-1 text-11 text-text-2">{t('monitoring.lanes.planUnknown')}</p>}
          {lanes.length === 0 && (
            <p className="px-3 py-2 text-12 text-text-2">
              {t(search.trim() === '' ? 'monitoring.lanes.none' : 'monitoring.lanes.noMatch')}
            </p>
          )}
        </>
      ) : (
        !overviewFailure && <SkeletonBlocks shape="text" count={4} label={t('monitoring.lanes.loading')} />
      )}
    </div>
  );
}

/** The loaded time: how much went on, alarms in red, and the brush. */
function Strip({ screen, span }: { readonly screen: MonitoringRef; readonly span: TimeSpan }) {
  const t = useT();
  const { overview, events, view } = useSelector(screen, selectMonitoring);
  const place = (at: number): number => placeOf(span, at);
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const middle = span.from + ((event.clientX - box.left) / box.width) * lengthOf(span);
    screen.send({ type: 'view.set', from: middle - lengthOf(view) / 2, until: middle + lengthOf(view) / 2 });
  };
  const left = Math.max(0, place(view.from));
  return (
    <div className="flex h-6 flex-none items-stretch gap-2 border-b border-line-2 px-3">
      <span className={classes(NAME, 'self-center text-11 text-text-2')}>{t('monitoring.lanes.overview')}</span>
      <div
        className="relative flex-1 cursor-pointer touch-none"
        onPointerDown={move}
        onPointerMove={move}
        aria-hidden="true"
      >
        {activityOf(overview?.robots ?? [], span).map(({ left: at, width, share }) => (
          <span
            key={at}
            className="absolute bottom-0 bg-n-300"
            style={{ left: `${at}%`, width: `${width * 0.8}%`, height: `${Math.max(6, share * 100)}%` }}
          />
        ))}
        {events.filter(isAlarm).map(({ id, at }) => (
          <span key={id} className="absolute inset-y-0.5 w-0.5 bg-st-alarm" style={{ left: `${place(at)}%` }} />
        ))}
        <span
          className="absolute inset-y-0 rounded-in border-2 border-mark bg-mark/10"
          style={{ left: `${left}%`, width: `${Math.max(0.5, Math.min(100, place(view.until)) - left)}%` }}
        />
      </div>
    </div>
  );
}

const isAlarm = ({ bizType }: EventRecord): boolean => bizType === 'alarm';

/** Times, the moment as a slider, and the clip. */
function Ruler({ screen, timeZone }: { readonly screen: MonitoringRef; readonly timeZone: string }) {
  const t = useT();
  const live = useLive();
  const { view, at, now, clip } = useSelector(screen, selectMonitoring);
  const area = useWheel(screen, view);
  const shown = at ?? now;
  const isLong = lengthOf(view) > OVERVIEW_BARS_MAX_MS;
  const ticks = ticksOf(view, 0);
  const isClose = (ticks[1] ?? Infinity) - (ticks[0] ?? 0) < MINUTE_MS;
  const text = (tick: number): string =>
    isLong
      ? timeStamp(tick, timeZone).slice(5, 16)
      : isClose
        ? timeWithSeconds(tick, timeZone)
        : timeOfDay(tick, timeZone);
  const onKeyDown = (event: KeyboardEvent): void => {
    const ms = { Home: view.from - shown, End: now - shown }[event.key];
    if (ms === undefined) return;
    event.preventDefault();
    screen.send({ type: 'moment.seek', at: shown + ms, now: live.now() });
  };
  return (
    <div className="flex h-6 flex-none gap-2 px-3">
      <span className={NAME} />
      <div
        ref={area}
        className="relative flex-1 cursor-ew-resize touch-none text-11 text-text-2 tabular-nums"
        role="slider"
        tabIndex={0}
        aria-label={t('monitoring.lanes.moment')}
        aria-valuemin={Math.round(view.from)}
        aria-valuemax={Math.round(Math.max(view.until, shown))}
        aria-valuenow={Math.round(shown)}
        aria-valuetext={timeStamp(shown, timeZone)}
        onKeyDown={onKeyDown}
        {...useScrub(screen, view)}
      >
        {ticks.map((tick) => (
          <span key={tick} className="absolute top-1 -translate-x-1/2" style={{ left: `${placeOf(view, tick)}%` }}>
            {text(tick)}
          </span>
        ))}
        {clip.from !== null && clip.until !== null && (
          <span
            className="absolute inset-y-0 bg-mark/15"
            style={{
              left: `${placeOf(view, clip.from)}%`,
              width: `${placeOf(view, clip.until) - placeOf(view, clip.from)}%`,
            }}
          />
        )}
        {at !== null && <span className={HEAD} style={{ left: `${placeOf(view, at)}%` }} />}
      </div>
    </div>
  );
}
