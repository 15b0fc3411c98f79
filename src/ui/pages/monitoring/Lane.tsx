/**
 * The lane of a robot: what it did, its runs and alarms, and after now what is planned. From an hour down the runs have
 * their names. A click on a run or an alarm opens its record. Screen readers skip it: the list of events has the same
 * content.
 */
import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import type { LaneOfRobot } from '../../../../contract/entities/monitoring.ts';
import { type MonitoringRef, selectMonitoring } from '../../../machines/monitoring/monitoring.selectors.ts';
import { eventPath, eventState, eventTitle } from '../../events/eventTexts.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/words.ts';
import { RobotGlyph } from '../../icons/RobotGlyph.tsx';
import { classes } from '../../kit/classes.ts';
import { timeOfDay, timeStamp, timeWithSeconds } from '../../shell/siteTime.ts';
import { BY_HAND_LOOK, COMMAND_LOOK, lookOf, PLANNED_LOOK } from './laneLooks.ts';
import { barAt, useScrub, useWheel } from './laneInput.ts';
import {
  commandBars,
  HEAD,
  isNamed,
  NAME,
  placeOf,
  type PlannedBar,
  plannedBars,
  runBars,
  stretchesOf,
} from './laneShapes.ts';

const PLANNED_TEXT = {
  planned: 'monitoring.lanes.planned',
  doubtful: 'monitoring.lanes.doubtful',
  skipped: 'monitoring.lanes.skipped',
  missed: 'monitoring.lanes.missed',
} as const satisfies Record<PlannedBar['run']['look'], Key>;
const isAlarm = ({ bizType }: EventRecord): boolean => bizType === 'alarm';

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
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const path = barAt(event);
    if (path) navigation.send({ type: 'navigation.go', to: path });
  };
  return (
    <div className={classes('flex h-4.5 flex-none items-center gap-2 px-3', isSolo && 'bg-brand-50')} role="listitem">
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
        onClick={onClick}
        {...scrub}
      >
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
        {runBars(own, view, now).map(({ event, left, width, textLeft }) => {
          const title = eventTitle(t, event);
          return (
            <span
              key={event.id}
              data-record={eventPath(event)}
              className={classes(
                'absolute inset-y-px cursor-pointer truncate rounded-in text-11/3.5 text-selected-text',
                isNear && 'border border-st-working bg-st-working-soft px-1',
              )}
              style={{ left: `${left}%`, width: `max(3px, ${width}%)` }}
              title={`${title}, ${timeText(event.at, timeZone)}, ${eventState(t, event)}`}
            >
              {isNear && (
                <span className="relative" style={{ left: `${textLeft}%` }}>
                  {event.title || title}
                </span>
              )}
            </span>
          );
        })}
        {plannedBars(planned ?? [], serialNumber, view).map(({ run, left, width }) => (
          <span
            key={`${run.taskId} ${run.from}`}
            data-record="/schedules/calendar"
            className={classes(
              'absolute inset-y-px cursor-pointer truncate rounded-in border border-dashed px-1 text-11/3.5 text-text-2',
              PLANNED_LOOK[run.look],
            )}
            style={{ left: `${left}%`, width: `max(8px, ${width}%)` }}
            title={t(PLANNED_TEXT[run.look], {
              name: run.name,
              time: timeOfDay(run.from, timeZone),
            })}
          >
            {isNear && run.name}
          </span>
        ))}
        {commandBars(own, view, now).map(({ event, left, width }) => (
          <span
            key={event.id}
            data-record={eventPath(event)}
            className={classes('absolute inset-y-0.5 cursor-pointer', COMMAND_LOOK)}
            style={{ left: `${left}%`, width: `max(3px, ${width}%)` }}
            title={`${eventTitle(t, event)}, ${timeText(event.at, timeZone)}, ${eventState(t, event)}`}
          />
        ))}
        {own
          .filter(({ bizType, kind: command }) => bizType === 'manual' && command === 'drive')
          .map((event) => (
            <span
              key={event.id}
              data-record={eventPath(event)}
              className={classes('absolute inset-y-0.5 cursor-pointer', BY_HAND_LOOK)}
              style={{
                left: `${placeOf(view, event.at)}%`,
                width: `max(3px, ${placeOf(view, event.until ?? now) - placeOf(view, event.at)}%)`,
              }}
            />
          ))}
        {own.filter(isAlarm).map((event) => (
          <span
            key={event.id}
            data-record={eventPath(event)}
            className="absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 rotate-45 cursor-pointer bg-st-alarm"
            style={{ left: `${placeOf(view, event.at)}%` }}
            title={`${eventTitle(t, event)}, ${timeStamp(event.at, timeZone)}`}
          />
        ))}
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
}
