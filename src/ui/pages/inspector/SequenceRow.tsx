/** One event: an arrow from sender to recipient. Dashed for a timer event. */
import { memo } from 'react';
import type { Recording, Step } from '../../../machines/recording/format.ts';
import type { InspectorRef } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { exactSeconds } from './clockWords.ts';
import { eventName, eventNote, isFault } from './journal.ts';
import { laneName } from './lanes.ts';
import { LANE_LEFT_PX, ROW_PX } from './sequenceSize.ts';

/** Baseline of the arrow within its row, px. */
const BASE = 18;
const HEAD = 7;
/** Width of the loop drawn for an event that an actor sends to itself, px. */
const LOOP = 22;

interface SequenceRowProps {
  readonly screen: InspectorRef;
  readonly recording: Recording;
  readonly step: Step;
  readonly number: number;
  readonly place: number;
  readonly count: number;
  /** px from the top of the list. */
  readonly top: number;
  readonly lane: number;
  readonly across: number;
  /** Lifelines through one row, as an SVG path. */
  readonly lines: string;
  readonly from: number;
  readonly to: number;
  readonly now: boolean;
  readonly hit: boolean;
}

export const rowId = (step: number): string => `step-${step}`;

export const SequenceRow = memo(
  ({
    screen,
    recording,
    step,
    number,
    place,
    count,
    top,
    lane,
    across,
    lines,
    from,
    to,
    now,
    hit,
  }: SequenceRowProps) => {
    const t = useT();
    const name = eventName(step, recording.actors);
    const note = eventNote(step);
    const [start, end] = [from, to].map((index) => LANE_LEFT_PX + lane * (index + 0.5)) as [number, number];
    const isLoop = from === to;
    const isTimer = step.event.type.startsWith('xstate.after.');
    const kind = classes(
      'sequence-row',
      now && 'sequence-now',
      hit && 'sequence-hit',
      isFault(step) && 'sequence-fault',
      !step.took && 'sequence-idle',
      isTimer && 'sequence-timer',
    );
    const taker =
      recording.actors[step.actor]?.machine === undefined
        ? t('inspector.events.world')
        : laneName(recording, step.actor);
    const sender = from === 0 ? t('inspector.events.world') : laneName(recording, step.from ?? 0);
    // The label is near the recipient, because the middle of a long arrow can be out of view.
    const reach = Math.min(Math.abs(end - start), lane * 1.5);
    const word = isLoop
      ? { left: end + LOOP + 4, width: lane * 2 }
      : { left: end > start ? end - reach : end, width: reach };
    const choose = (): void => {
      screen.send({ type: 'step.go', step: number });
      if (recording.actors[step.actor]?.machine !== undefined) screen.send({ type: 'actor.choose', actor: step.actor });
    };
    return (
      // Keyboard handling is on the list: arrow keys step from any focus.
      <div
        id={rowId(number)}
        className={kind}
        role="option"
        aria-selected={now}
        aria-setsize={count}
        aria-posinset={place}
        tabIndex={-1}
        style={{ top, width: across }}
        onClick={choose}
      >
        <span className="sequence-time">{exactSeconds(step.at)}</span>{' '}
        <span className="sr-only">{t('inspector.events.between', { from: sender, to: taker })}</span>{' '}
        <svg width={across} height={ROW_PX} aria-hidden="true">
          <path className="sequence-life" d={lines} />
          {isLoop ? (
            <path
              className="sequence-line"
              d={`M${end} ${BASE - 8}h${LOOP - 6}q6 0 6 4t-6 4h${-(LOOP - 6 - HEAD + 2)}`}
            />
          ) : (
            <path className="sequence-line" d={`M${start} ${BASE}H${end > start ? end - HEAD + 1 : end + HEAD - 1}`} />
          )}
          <path
            className="sequence-head"
            d={
              end > start && !isLoop
                ? `M${end - HEAD} ${BASE - 3.5}L${end} ${BASE}L${end - HEAD} ${BASE + 3.5}Z`
                : `M${end + HEAD} ${BASE - 3.5}L${end} ${BASE}L${end + HEAD} ${BASE + 3.5}Z`
            }
          />
          {!isLoop && <circle className="sequence-head" cx={start} cy={BASE} r={3} />}
        </svg>
        <span className={classes('sequence-word', isLoop && 'sequence-word-loop')} style={word}>
          <span>
            {name}
            {note !== '' && <i> {note}</i>}
          </span>
        </span>
      </div>
    );
  },
);
SequenceRow.displayName = 'SequenceRow';
