/** One event: an arrow from sender to recipient. Dashed for a timer event. */
import { memo } from 'react';
import type { Recording, Step } from '../../../machines/recording/format.ts';
import { isReload } from '../../../machines/recording/replay.ts';
import type { InspectorRef } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { exactSeconds } from './clockTexts.ts';
import { eventNote, isFault } from './journal.ts';
import { laneName } from './lanes.ts';
import { LANE_LEFT_PX, ROW_PX } from './sequenceSize.ts';
import { stepName } from './stepName.ts';

/** Baseline of the arrow within its row, px. */
const BASE = 18;
const HEAD = 7;
/** Width of the loop drawn for an event that an actor sends to itself, px. */
const LOOP = 22;

const TONE = {
  plain: { line: 'stroke-n-500 stroke-[1.25]', head: 'fill-n-500', word: 'text-text' },
  /** The event caused no transition. */
  idle: { line: 'stroke-n-300 stroke-[1.25]', head: 'fill-n-300', word: 'text-text' },
  /** A line across all lanes: the page was reloaded here. */
  reload: { line: 'stroke-heading stroke-[1.25]', head: '', word: 'text-heading' },
  fault: { line: 'stroke-st-alarm stroke-[1.25]', head: 'fill-st-alarm', word: 'text-st-alarm-text' },
  now: { line: 'stroke-mark stroke-2', head: 'fill-mark', word: 'text-selected-text' },
} as const;

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
    const name = stepName(t, step, recording.actors);
    const isBreak = isReload(step);
    const note = isBreak ? '' : eventNote(step);
    const [start, end] = [from, to].map((index) => LANE_LEFT_PX + lane * (index + 0.5)) as [number, number];
    const isLoop = from === to;
    const isTimer = step.event.type.startsWith('xstate.after.');
    const tone = TONE[now ? 'now' : isBreak ? 'reload' : isFault(step) ? 'fault' : step.took ? 'plain' : 'idle'];
    const line = classes('fill-none', tone.line, isTimer && '[stroke-dasharray:5_4]');
    const taker =
      recording.actors[step.actor]?.machine === undefined
        ? t('inspector.events.world')
        : laneName(recording, step.actor);
    const sender = from === 0 ? t('inspector.events.world') : laneName(recording, step.from ?? 0);
    // The label is near the recipient, because the middle of a long arrow can be out of view.
    const reach = Math.min(Math.abs(end - start), lane * 1.5);
    const word = isBreak
      ? { left: LANE_LEFT_PX + HEAD }
      : isLoop
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
        className="group absolute left-0 h-[26px] cursor-pointer [--ground:var(--surface)] hover:bg-(--ground) hover:[--ground:color-mix(in_srgb,var(--surface)_96%,var(--ink))] aria-selected:z-1 aria-selected:bg-(--ground) aria-selected:[--ground:var(--brand-100)]"
        role="option"
        aria-selected={now}
        aria-setsize={count}
        aria-posinset={place}
        tabIndex={-1}
        style={{ top, width: across }}
        onClick={choose}
      >
        <span className="sticky left-0 z-1 block h-[26px] w-20 bg-(--ground) pt-2.5 pl-5 text-11 leading-[14px] text-text-2 group-aria-selected:font-semibold group-aria-selected:text-selected-text">
          {exactSeconds(step.at)}
        </span>{' '}
        <span className="sr-only">{t('shared.fromTo', { from: sender, to: taker })}</span>{' '}
        <svg className="absolute top-0 left-0" width={across} height={ROW_PX} aria-hidden="true">
          <path className="fill-none stroke-line-2" d={lines} />
          {isBreak ? (
            <path className={line} d={`M${LANE_LEFT_PX} ${ROW_PX / 2}H${across}`} />
          ) : isLoop ? (
            <path className={line} d={`M${end} ${BASE - 8}h${LOOP - 6}q6 0 6 4t-6 4h${-(LOOP - 6 - HEAD + 2)}`} />
          ) : (
            <path className={line} d={`M${start} ${BASE}H${end > start ? end - HEAD + 1 : end + HEAD - 1}`} />
          )}
          {!isBreak && (
            <path
              className={tone.head}
              d={
                end > start && !isLoop
                  ? `M${end - HEAD} ${BASE - 3.5}L${end} ${BASE}L${end - HEAD} ${BASE + 3.5}Z`
                  : `M${end + HEAD} ${BASE - 3.5}L${end} ${BASE}L${end + HEAD} ${BASE + 3.5}Z`
              }
            />
          )}
          {!isLoop && !isBreak && <circle className={tone.head} cx={start} cy={BASE} r={3} />}
        </svg>
        <span
          className={classes(
            'pointer-events-none absolute flex font-mono text-[11px]/[13px] font-medium whitespace-nowrap',
            isLoop || isBreak ? 'top-[7px]' : 'top-px justify-center',
            tone.word,
          )}
          style={word}
        >
          <span className={classes('flex-none rounded-[3px] bg-(--ground) px-1', hit && '[--ground:var(--attn-soft)]')}>
            {name}
            {note !== '' && <i className="text-text-2 not-italic"> {note}</i>}
          </span>
        </span>
      </div>
    );
  },
);
SequenceRow.displayName = 'SequenceRow';
