/** Stops of the current round with their states; the current stop is kept in view. */
import { useEffect, useRef } from 'react';
import Check from 'lucide-react/icons/check';
import SkipForward from 'lucide-react/icons/skip-forward';
import X from 'lucide-react/icons/x';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import type { StopState } from '../../../contract/rules/routeRun.ts';
import { useT } from '../hooks/useT.ts';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { placeNow, stopText } from './routeRunTexts.ts';

const ICON: Partial<Record<StopState, Glyph>> = { arrived: Check, skipped: SkipForward, failed: X };
const ICON_PX = 12;
/** The line from the stop before: solid up to the current stop, dashed after it. */
const ROW =
  'relative grid min-h-9 grid-cols-[24px_minmax(0,1fr)_max-content] items-center gap-2.5 before:absolute before:-top-[7px] before:left-[11px] before:h-3.5 before:border-l-2 first:before:hidden';
const DISC = 'grid size-6 place-items-center rounded-full border-[1.5px] text-11 leading-none font-semibold';
const CURRENT = 'border-fill bg-fill text-on-fill';
const LOOK: Record<StopState, string> = {
  waiting: 'border-n-400 bg-surface text-text-2',
  underway: 'border-n-400 bg-surface text-text-2',
  arrived: 'border-n-500 bg-n-500 text-surface',
  skipped: 'border-dashed border-n-400 bg-surface text-text-2',
  failed: 'border-stop bg-stop text-on-stop',
};

export function RouteRunStops({ run, time }: { readonly run: RouteRun; readonly time: (at: number) => string }) {
  const t = useT();
  const now = run.state === 'inProgress' ? placeNow(run) : -1;
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const row = current.current;
    // Not scrollIntoView, which would also scroll the page.
    if (row?.parentElement) row.parentElement.scrollTop = row.offsetTop - row.parentElement.clientHeight / 2;
  }, [now]);
  return (
    <ol
      className="relative min-h-24 flex-initial overflow-auto text-13 max-desk:max-h-[40vh]"
      aria-label={t('routeRun.panel.stops')}
      tabIndex={0}
    >
      {run.stops.map((stop, i) => {
        const state = stopText(t, run, stop, time);
        const icon = ICON[stop.state];
        return (
          // Keyed by index, because a route can visit a point twice.
          <li
            key={i}
            className={classes(
              ROW,
              stop.state === 'arrived' || i === now
                ? 'before:border-n-500'
                : 'before:border-dashed before:border-n-300',
            )}
            ref={i === now ? current : undefined}
            data-state={stop.state}
            aria-current={i === now ? 'step' : undefined}
            aria-label={t('routeRun.stop.described', { n: i + 1, name: stop.name, state })}
          >
            <span className={classes(DISC, i === now ? CURRENT : LOOK[stop.state])} aria-hidden="true">
              {icon === undefined ? i + 1 : <Icon of={icon} size={ICON_PX} />}
            </span>
            <b
              className={i === now ? 'truncate font-semibold text-heading' : 'truncate font-medium'}
              aria-hidden="true"
            >
              {stop.name}
            </b>
            <span className="text-12 text-text-2 tabular-nums" aria-hidden="true">
              {state}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
