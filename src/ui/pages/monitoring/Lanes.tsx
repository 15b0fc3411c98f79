/**
 * The lanes: a strip of the whole time with the brush, the ruler, and a lane for each robot. A drag anywhere moves the
 * moment; the wheel zooms, with Shift it pans.
 */
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import type { LaneOfRobot } from '../../../../contract/entities/monitoring.ts';
import {
  type MonitoringRef,
  selectIsOverviewLoading,
  selectMonitoring,
} from '../../../machines/monitoring/monitoring.selectors.ts';
import { readMonitoringQuery } from '../../../machines/monitoring/monitoringQuery.ts';
import { lengthOf, type TimeSpan } from '../../../machines/monitoring/timeView.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { RobotGlyph } from '../../icons/RobotGlyph.tsx';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';
import { activityOf, placeOf, type Stretch, stretchesOf, ticksOf } from './laneShapes.ts';

const DAY_MS = 86_400_000;
const LOOK: Readonly<Record<Stretch['state'], string>> = {
  working: 'bg-st-working h-2',
  charging: 'bg-st-charging opacity-50 h-2',
  standby: 'bg-line-3 h-px',
  alarm: 'bg-st-alarm h-2',
  stopped: 'bg-st-stopped h-2',
  silent: 'border border-dashed border-line-3 bg-hatch-grey h-2.5',
  gap: 'bg-hatch-grey h-3.5 opacity-60',
};
const HEAD = 'pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-heading';
const NAME = 'w-28 flex-none truncate text-left text-12 wide:w-34';

interface LanesProps {
  readonly screen: MonitoringRef;
  readonly timeZone: string;
  /** On a phone: the lane of one robot. */
  readonly single: boolean;
}

export function Lanes({ screen, timeZone, single }: LanesProps) {
  const t = useT();
  const { overview, overviewFailure, query, span } = useSelector(screen, selectMonitoring);
  const loading = useSelector(screen, selectIsOverviewLoading);
  const { robot } = readMonitoringQuery(query);
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
      {overview && span ? (
        <>
          <Strip screen={screen} span={span} />
          <Ruler screen={screen} timeZone={timeZone} />
          <div className={classes('min-h-0 overflow-y-auto', loading && 'opacity-60')} role="list">
            {lanes.map((lane) => (
              <Lane key={lane.serialNumber} screen={screen} lane={lane} timeZone={timeZone} solo={robot} />
            ))}
          </div>
          {overview.hidden > 0 && (
            <p className="px-3 py-1 text-11 text-text-2">{t('monitoring.lanes.hidden', { count: overview.hidden })}</p>
          )}
          {lanes.length === 0 && <p className="px-3 py-2 text-12 text-text-2">{t('monitoring.lanes.none')}</p>}
        </>
      ) : (
        !overviewFailure && <SkeletonBlocks shape="text" count={4} label={t('monitoring.lanes.loading')} />
      )}
    </div>
  );
}

/** Moves the moment while the pointer is down. */
function useScrub(screen: MonitoringRef, view: TimeSpan) {
  const live = useLive();
  const to = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    // Shares of hours have no finer moments than a minute.
    const step = lengthOf(view) > DAY_MS ? 60_000 : 1;
    const at = Math.round((view.from + share * lengthOf(view)) / step) * step;
    screen.send({ type: 'moment.seek', at, now: live.now() });
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      to(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (event.buttons === 1) to(event);
    },
  };
}

/** Zooms and pans by the wheel; not passive, so that the page does not scroll meanwhile. */
function useWheel(screen: MonitoringRef, view: TimeSpan) {
  const area = useRef<HTMLDivElement>(null);
  const current = useRef(view);
  useEffect(() => {
    current.current = view;
  });
  useEffect(() => {
    const element = area.current;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element?.getBoundingClientRect();
      if (!box || box.width === 0) return;
      const { from, until } = current.current;
      const delta = event.deltaY || event.deltaX;
      if (event.shiftKey) screen.send({ type: 'view.pan', ms: ((until - from) * delta) / 1_000 });
      else
        screen.send({
          type: 'view.zoom',
          factor: 1.0015 ** delta,
          at: from + ((event.clientX - box.left) / box.width) * (until - from),
        });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [screen]);
  return area;
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
  const isLong = lengthOf(view) > DAY_MS;
  const text = (tick: number): string => (isLong ? timeStamp(tick, timeZone).slice(5, 16) : timeOfDay(tick, timeZone));
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
        {ticksOf(view, 0).map((tick) => (
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

interface LaneProps {
  readonly screen: MonitoringRef;
  readonly lane: LaneOfRobot;
  readonly timeZone: string;
  readonly solo: string;
}

function Lane({ screen, lane, timeZone, solo }: LaneProps) {
  const t = useT();
  const { view, overview, at, now, events } = useSelector(screen, selectMonitoring);
  const area = useWheel(screen, view);
  const { serialNumber, name, kind } = lane;
  const own = events.filter((event) => event.serialNumber === serialNumber);
  const isSolo = solo === serialNumber;
  return (
    <div className={classes('flex h-4.5 items-center gap-2 px-3', isSolo && 'bg-brand-50')} role="listitem">
      <button
        type="button"
        className={classes(NAME, 'flex items-center gap-1.5', isSolo && 'font-semibold')}
        aria-pressed={isSolo}
        title={t('monitoring.lanes.solo', { name })}
        onClick={() => screen.send({ type: 'robot.solo', serialNumber: isSolo ? '' : serialNumber })}
      >
        <RobotGlyph kind={kind} size={12} />
        <span className="truncate">{name}</span>
      </button>
      <div
        ref={area}
        className={classes(
          'relative h-full flex-1 cursor-ew-resize touch-none overflow-hidden',
          solo !== '' && !isSolo && 'opacity-50',
        )}
        aria-hidden="true"
        {...useScrub(screen, view)}
      >
        {stretchesOf(lane, overview?.periods ?? [], view, now).map(({ left, width, state, share }) => (
          <span
            key={`${left} ${state}`}
            className={classes('absolute top-1/2 -translate-y-1/2 rounded-full', LOOK[state])}
            style={{
              left: `${left}%`,
              width: `max(1px, ${width}%)`,
              ...(share < 1 ? { height: `${share * 14}px` } : {}),
            }}
          />
        ))}
        {own
          .filter(({ bizType, kind: command }) => bizType === 'manual' && command === 'drive')
          .map(({ id, at: from, until }) => (
            <span
              key={id}
              className="absolute inset-y-0.5 rounded-in border-2 border-attn"
              style={{
                left: `${placeOf(view, from)}%`,
                width: `max(3px, ${placeOf(view, until ?? now) - placeOf(view, from)}%)`,
              }}
            />
          ))}
        {own.filter(isAlarm).map(({ id, at: when }) => (
          <span
            key={id}
            className="absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 rotate-45 bg-st-alarm"
            style={{ left: `${placeOf(view, when)}%` }}
            title={timeStamp(when, timeZone)}
          />
        ))}
        {at !== null && <span className={HEAD} style={{ left: `${placeOf(view, at)}%` }} />}
      </div>
    </div>
  );
}
