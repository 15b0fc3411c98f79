/**
 * The lane of a robot: what it did, its runs, alarms and acts of people, and after now what is planned. A click on one of
 * these opens its record. The list of events has the same content.
 */
import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import type { LaneOfRobot } from '../../../../contract/entities/monitoring.ts';
import { type MonitoringRef, selectMonitoring } from '../../../machines/monitoring/monitoring.selectors.ts';
import { eventPath, eventState, eventTitle } from '../../events/eventTexts.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { RobotGlyph } from '../../icons/RobotGlyph.tsx';
import { classes } from '../../kit/classes.ts';
import { timeOfDay, timeStamp, timeWithSeconds } from '../../shell/siteTime.ts';
import { lookOf } from './laneLooks.ts';
import { barAt, useScrub, useWheel } from './laneInput.ts';
import { type LaneMark, LaneMarks } from './LaneMarks.tsx';
import {
  commandBars,
  HEAD,
  isNamed,
  LANE_ROW_PX,
  NAME,
  placeOf,
  type PlannedBar,
  plannedBars,
  type RunBar,
  runBars,
  stacked,
  stretchesOf,
} from './laneShapes.ts';

const PLANNED_TEXT = {
  planned: 'monitoring.lanes.planned',
  doubtful: 'monitoring.lanes.doubtful',
  skipped: 'monitoring.lanes.skipped',
  missed: 'monitoring.lanes.missed',
} as const satisfies Record<PlannedBar['run']['look'], Key>;
const isAlarm = ({ bizType }: EventRecord): boolean => bizType === 'alarm';
const isByHand = ({ bizType, kind }: EventRecord): boolean => bizType === 'manual' && kind === 'drive';

interface LaneProps {
  readonly screen: MonitoringRef;
  readonly lane: LaneOfRobot;
  readonly timeZone: string;
  readonly solo: string;
}

export function Lane({ screen, lane, timeZone, solo }: LaneProps) {
  const t = useT();
  const { navigation } = useApp();
  const { view, overview, at, now, events, planned } = useSelector(screen, selectMonitoring);
  const area = useWheel(screen, view);
  const scrub = useScrub(screen, view);
  const { serialNumber, name, kind } = lane;
  const own = events.filter((event) => event.serialNumber === serialNumber);
  const isSolo = solo === serialNumber;
  const isNear = isNamed(view);
  const look = lookOf(isNear);
  const timeText = isNear ? timeWithSeconds : timeOfDay;
  const marks = stacked(marksOf());
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const path = barAt(event);
    if (path) navigation.send({ type: 'navigation.go', to: path });
  };
  return (
    <div
      className={classes('flex flex-none items-start gap-2 px-3', isSolo && 'bg-brand-50')}
      style={{ height: LANE_ROW_PX * (1 + Math.max(0, ...marks.map(({ row }) => row))) }}
      role="listitem"
    >
      <button
        type="button"
        className={classes(NAME, 'flex h-4.5 items-center gap-1.5', isSolo && 'font-semibold')}
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
          'relative h-full flex-1 cursor-ew-resize touch-none overflow-clip',
          solo !== '' && !isSolo && 'opacity-50',
        )}
        onClick={onClick}
        {...scrub}
      >
        <span className="absolute inset-x-0 top-0 h-4.5" aria-hidden="true">
          {stretchesOf(lane, overview?.periods ?? [], view, now).map(({ left, width, state, share }) => (
            <span
              key={`${left} ${state}`}
              className={classes(
                'absolute top-1/2 -translate-y-1/2',
                isNear ? 'rounded-in' : 'rounded-full',
                look[state],
              )}
              style={{
                left: `${left}%`,
                width: `max(1px, ${width}%)`,
                ...(share < 1 ? { height: `${share * 14}px` } : {}),
              }}
            />
          ))}
        </span>
        <LaneMarks name={name} marks={marks} isNear={isNear} />
        {now > 0 && now < view.until && (
          <span
            className="pointer-events-none absolute inset-y-0 w-px bg-n-500"
            style={{ left: `${placeOf(view, now)}%` }}
          />
        )}
        {at !== null && <span className={HEAD} style={{ left: `${placeOf(view, at)}%` }} />}
      </div>
    </div>
  );

  function marksOf(): LaneMark[] {
    const marked = ({ event, left, width, textLeft }: RunBar, look: LaneMark['look'], time = timeText): LaneMark => ({
      id: event.id,
      path: eventPath(event),
      look,
      label: `${eventTitle(t, event)}, ${time(event.at, timeZone)}, ${eventState(t, event)}`,
      name: look === 'run' ? event.title || eventTitle(t, event) : '',
      left,
      width,
      textLeft,
    });
    const pointOf = (event: EventRecord, until: number): RunBar => {
      const left = placeOf(view, event.at);
      return { event, left, width: placeOf(view, until) - left, textLeft: 0 };
    };
    return [
      ...runBars(own, view, now).map((bar) => marked(bar, 'run')),
      ...commandBars(own, view, now).map((bar) => marked(bar, 'command')),
      ...own.filter(isByHand).map((event) => marked(pointOf(event, event.until ?? now), 'byHand')),
      ...own.filter(isAlarm).map((event) => marked(pointOf(event, event.at), 'alarm', timeStamp)),
      ...plannedBars(planned ?? [], serialNumber, view).map(({ run, left, width }): LaneMark => ({
        id: `${run.taskId} ${run.from}`,
        path: '/schedules/calendar',
        look: run.look,
        label: t(PLANNED_TEXT[run.look], { name: run.name, time: timeOfDay(run.from, timeZone) }),
        name: run.name,
        left,
        width,
        textLeft: 0,
      })),
    ];
  }
}
