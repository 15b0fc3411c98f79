/**
 * The states of a chart with their transitions as text, for screen readers and keyboard: one tab stop, arrow keys
 * within. Visible only while focused.
 */
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';
import { useT } from '../hooks/useT.ts';
import { RovingFocusGroup, RovingFocusItem } from '../kit/RovingFocusGroup.tsx';
import { type ChartMarks, type Marked, marksOf } from './chartMarks.ts';
import { namedActions } from './chartText.ts';
import { statesOf, type Chart, type ChartState, type ChartTransition } from './chartOf.ts';

export interface ChartListProps {
  readonly chart: Chart;
  readonly marks: ChartMarks;
  /** null when focus leaves the list. */
  readonly onFocus: (id: string | null) => void;
  readonly onPick?: ((id: string) => void) | undefined;
}

const KIND: Readonly<Partial<Record<ChartState['type'], Key>>> = {
  parallel: 'chart.parallel',
  final: 'chart.final',
  history: 'chart.history',
};

export function ChartList({ chart, marks, onFocus, onPick }: ChartListProps) {
  const t = useT();
  const states = statesOf(chart);
  const marked = marksOf(chart, marks);
  return (
    <RovingFocusGroup
      className="absolute top-2 left-2 z-5 max-h-[calc(100%-16px)] max-w-[min(360px,calc(100%-120px))] overflow-auto rounded-lg bg-surface p-1 shadow-float not-focus-within:sr-only"
      label={t('chart.list', { machine: chart.machine })}
      ids={states.map(({ id }) => id)}
    >
      <ul>
        {states.map((state) => {
          const kind = KIND[state.type];
          const parts = [nameOf(state, chart), kind && t(kind), marks.active.has(state.id) && t('chart.active')].filter(
            Boolean,
          );
          return (
            <li key={state.id}>
              <RovingFocusItem
                id={state.id}
                className="block w-full rounded px-2 py-1 text-left text-13 text-heading"
                onFocus={() => onFocus(state.id)}
                onBlur={() => onFocus(null)}
                onClick={() => onPick?.(state.id)}
              >
                {parts.join(t('shared.comma'))}
              </RovingFocusItem>
              <ul className="pr-2 pb-1 pl-4 text-12 wrap-anywhere text-text-2">
                {chart.transitions
                  .filter(({ source, kind: how }) => source === state.id && how !== 'start')
                  .map((transition) => (
                    <li key={transition.id}>{labelOf(t, transition, chart, marked)}</li>
                  ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </RovingFocusGroup>
  );
}

/** Shortens `app.account.present` to `account.present`; explicitly assigned ids are kept as they are. */
const nameOf = ({ id }: Pick<ChartState, 'id'>, { machine }: Chart): string =>
  id.startsWith(`${machine}.`) ? id.slice(machine.length + 1) : id;

function labelOf(
  t: Translate,
  { id, label, guard, actions, targets, source }: ChartTransition,
  chart: Chart,
  marked: Marked,
): string {
  const target = targets
    .filter((each) => each !== source)
    .map((each) => nameOf({ id: each }, chart))
    .join(', ');
  const named = namedActions(actions);
  const isIn = marked.isIn(id);
  const overlaid =
    marked.overlay === 'walked'
      ? t(isIn === true ? 'chart.walked' : 'chart.notWalked')
      : t(isIn === true ? 'chart.used' : 'chart.notUsed');
  return [
    target === '' ? t('chart.stays', { event: label }) : t('chart.leads', { event: label, target }),
    guard && t('chart.if', { guard }),
    named.length > 0 && t('chart.does', { actions: named.join(', ') }),
    marked.isLast(id) && t('chart.last'),
    isIn !== null && overlaid,
  ]
    .filter(Boolean)
    .join(t('shared.comma'));
}
