/** How many of the seven read days have a column: five where seven would be too narrow to read. */
import { useSyncExternalStore } from 'react';
import { MOBILE_BELOW_PX, WEEK_BELOW_PX } from '../../../contract/rules/limits.ts';
import { WEEK_DAYS } from '../../machines/schedules/timetableView.ts';

const NARROW_DAYS = 5;
/** A phone lists the days below one another. */
const daysNow = (): number =>
  window.innerWidth >= MOBILE_BELOW_PX && window.innerWidth < WEEK_BELOW_PX ? NARROW_DAYS : WEEK_DAYS;

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

export const useDaysShown = (): number => useSyncExternalStore(subscribe, daysNow, () => WEEK_DAYS);
