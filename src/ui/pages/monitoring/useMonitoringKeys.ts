/**
 * The page's keys: Space plays, 1 to 4 are the speeds, P and N the events before and after, arrows move by a second (Shift:
 * a minute), I and O mark a clip, L goes back to live.
 */
import { useEffect, useRef } from 'react';
import type { MonitoringRef } from '../../../machines/monitoring/monitoring.selectors.ts';
import { SPEEDS } from '../../../machines/monitoring/timeView.ts';
import { useLive } from '../../hooks/useLive.ts';
import { isTextEntry } from '../../kit/isTextEntry.ts';

interface KeyActs {
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Elements that handle these keys themselves. */
const OWN_KEYS = '[role=application], [role=radiogroup], select, [role=menu]';
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export function useMonitoringKeys(screen: MonitoringRef, acts: KeyActs): void {
  const live = useLive();
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => {
    const actFor = ({ key, shiftKey }: KeyboardEvent, target: Element | null): (() => void) | undefined => {
      const now = live.now();
      const step = (sign: number) => () =>
        screen.send({ type: 'moment.step', ms: sign * (shiftKey ? MINUTE_MS : SECOND_MS), now });
      const speed = SPEEDS[Number(key) - 1];
      if (speed !== undefined) return () => screen.send({ type: 'speed.set', speed, now });
      switch (key.toLowerCase()) {
        case ' ':
          return target?.closest('button, a, summary') ? undefined : () => screen.send({ type: 'play.toggle', now });
        case 'arrowleft':
          return step(-1);
        case 'arrowright':
          return step(1);
        case 'p':
          return current.current.onPrevious;
        case 'n':
          return current.current.onNext;
        case 'i':
          return () => screen.send({ type: 'clip.mark', edge: 'from', now });
        case 'o':
          return () => screen.send({ type: 'clip.mark', edge: 'until', now });
        case 'l':
          return () => screen.send({ type: 'live.back' });
        default:
          return undefined;
      }
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target && (isTextEntry(target) || target.closest(OWN_KEYS))) return;
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return;
      const act = actFor(event, target);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [screen, live]);
}
