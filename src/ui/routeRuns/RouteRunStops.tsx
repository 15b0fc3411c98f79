/** Stops of the current round with their states; the current stop is kept in view. */
import { useEffect, useRef } from 'react';
import Check from 'lucide-react/icons/check';
import SkipForward from 'lucide-react/icons/skip-forward';
import X from 'lucide-react/icons/x';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import type { StopState } from '../../../contract/rules/routeRun.ts';
import { useT } from '../hooks/useT.ts';
import type { Glyph } from '../icons/glyph.ts';
import { Icon } from '../kit/Icon.tsx';
import { placeNow, stopText } from './routeRunTexts.ts';

const ICON: Partial<Record<StopState, Glyph>> = { arrived: Check, skipped: SkipForward, failed: X };
const ICON_PX = 12;

export function RouteRunStops({
  drive: run,
  time,
}: {
  readonly drive: RouteRun;
  readonly time: (at: number) => string;
}) {
  const t = useT();
  const now = run.state === 'inProgress' ? placeNow(run) : -1;
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const row = current.current;
    // Not scrollIntoView, which would also scroll the page.
    if (row?.parentElement) row.parentElement.scrollTop = row.offsetTop - row.parentElement.clientHeight / 2;
  }, [now]);
  return (
    <ol className="drive-stops" aria-label={t('cruiseDrive.panel.stops')} tabIndex={0}>
      {run.stops.map((stop, i) => {
        const state = stopText(t, run, stop, time);
        const icon = ICON[stop.state];
        return (
          // Keyed by index, because a route can visit a point twice.
          <li
            key={i}
            ref={i === now ? current : undefined}
            data-state={stop.state}
            aria-current={i === now ? 'step' : undefined}
            aria-label={t('cruiseDrive.stop.described', { n: i + 1, name: stop.name, state })}
          >
            <span className="drive-disc" aria-hidden="true">
              {icon === undefined ? i + 1 : <Icon of={icon} size={ICON_PX} />}
            </span>
            <b aria-hidden="true">{stop.name}</b>
            <span aria-hidden="true">{state}</span>
          </li>
        );
      })}
    </ol>
  );
}
