/** A run as a chip, with its details beside it while it is open or under the pointer. M moves it by keys. */
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { TimetableRun } from '../../../../contract/entities/schedule.ts';
import { isMovable, MOVE_STEP_MIN, stepped } from '../../../machines/schedules/runMove.ts';
import {
  type SchedulesRef,
  selectHovered,
  selectIsHolding,
  selectMove,
  selectSchedules,
} from '../../../machines/schedules/schedules.selectors.ts';
import { runIn, runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import { useT } from '../../hooks/useT.ts';
import { RobotGlyph } from '../../icons/RobotGlyph.tsx';
import { classes } from '../../kit/classes.ts';
import { DetailsPopover } from '../../kit/later/DetailsPopover.tsx';
import { RunChip } from '../../kit/later/RunChip.tsx';
import { chipText, runLabel, runLook } from '../../schedules/runTexts.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { RunDetails } from './RunDetails.tsx';
import type { ShownTimetable } from './useTimetable.ts';

interface RunProps {
  readonly screen: SchedulesRef;
  readonly shown: ShownTimetable;
  readonly run: TimetableRun;
  /** Where the place does not say them. */
  readonly named?: boolean | undefined;
  /** Where its details open. */
  readonly side?: 'right' | 'bottom' | undefined;
}

const STEPS: Readonly<Record<string, { days: number; minutes: number }>> = {
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
  ArrowUp: { days: 0, minutes: -MOVE_STEP_MIN },
  ArrowDown: { days: 0, minutes: MOVE_STEP_MIN },
};

/** Keys of a chip: M takes the run, arrows move it, Enter puts it down, Esc brings it back; Alt: the whole task. */
function useMoveKeys(screen: SchedulesRef, { data, isLost }: ShownTimetable, run: TimetableRun) {
  const place = useRef<HTMLDivElement>(null);
  const move = useSelector(screen, selectMove);
  const holding = useSelector(screen, selectIsHolding);
  const isOwn = move !== null && runKeyOf(move) === runKeyOf(run);
  const isHeld = isOwn && holding && move.by === 'keys';
  const at = isHeld ? move.startsAt : null;
  // The chip is another element in the cell of another day.
  useEffect(() => {
    if (at !== null) place.current?.querySelector('button')?.focus();
  }, [at]);
  const before = data.runs.find((each) => runKeyOf(each) === runKeyOf(run)) ?? run;
  const canMove = !isLost && isMovable(before, data);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, code, altKey, ctrlKey, metaKey } = event;
    if (ctrlKey || metaKey) return;
    const done = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (!isHeld) {
      // With Alt, some keyboards give another letter.
      if (!canMove || (key.toLowerCase() !== 'm' && !(altKey && code === 'KeyM'))) return;
      done();
      const { taskId, plannedAt } = run;
      screen.send({ type: 'move.grab', taskId, plannedAt, by: 'keys', isWhole: altKey });
      return;
    }
    const step = STEPS[key];
    if (step) screen.send({ type: 'move.to', startsAt: stepped(at ?? 0, step, data.timeZone), isWhole: move.isWhole });
    else if (key === 'Enter') screen.send({ type: 'move.drop' });
    else if (key === 'Escape') screen.send({ type: 'move.cancel' });
    else return;
    done();
  };
  return { place, isOwn: isOwn && holding, canMove, onKeyDown };
}

export function Run({ screen, shown, run, named = false, side }: RunProps) {
  const t = useT();
  const { query } = useSelector(screen, selectSchedules);
  const key = runKeyOf(run);
  const pinned = runIn(query) === key;
  const isPointed = useSelector(screen, selectHovered) === key && runIn(query) === '';
  const open = pinned || isPointed;
  const { place, isOwn, canMove, onKeyDown } = useMoveKeys(screen, shown, run);
  const name = shown.nameOf(run);
  const robot = shown.robotOf(run.serialNumber);
  const { timeZone } = shown.data;
  const close = () => screen.send({ type: 'run.open', key: '' });
  const pin = () => screen.send({ type: 'run.open', key });
  const leave = () => screen.send({ type: 'run.unhover' });
  const isFuture = run.state === null;
  const isUnsaved = shown.view.unsaved.has(key);
  const moved = run.change?.startsAt ?? null;
  const state = isUnsaved ? t('schedules.move.unsaved') : chipText(t, run);
  const hover = { onEnter: () => screen.send({ type: 'run.hover', key }), onLeave: leave, onPress: pin };
  return (
    <DetailsPopover
      open={open}
      label={t('schedules.run.details')}
      onClose={pinned ? close : leave}
      side={side}
      hover={pinned ? undefined : hover}
      anchor={
        <div
          ref={place}
          data-run={key}
          data-row={key}
          className={classes(
            // Without a connection nobody knows whether a planned run still is as it was.
            isFuture && shown.isLost && 'rounded-in bg-surface',
            canMove && 'cursor-grab touch-pan-y *:cursor-grab',
            isOwn && 'relative z-30 rounded-in bg-surface shadow-float',
          )}
          onKeyDown={onKeyDown}
          onPointerEnter={({ pointerType, buttons }) => {
            if (pointerType !== 'touch' && buttons === 0) hover.onEnter();
          }}
          onPointerLeave={leave}
        >
          <RunChip
            look={runLook(run, robot)}
            state={state}
            time={named || moved !== null ? timeOfDay(run.startsAt, timeZone) : undefined}
            name={named ? name : undefined}
            glyph={named && robot && <RobotGlyph kind={robot.kind} size={13} />}
            label={
              isUnsaved
                ? `${name} ${timeOfDay(run.startsAt, timeZone)}, ${state}`
                : runLabel(t, run, name, timeZone, named)
            }
            tip={false}
            keys={canMove ? 'M' : undefined}
            current={pinned}
            onOpen={() => (pinned ? close() : pin())}
          />
        </div>
      }
    >
      {open && <RunDetails screen={screen} shown={shown} run={run} />}
    </DetailsPopover>
  );
}
