/** The names of the events of unresolved alarm cases, by robot: what the map writes beside a robot. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectCasesByRobot } from '../../machines/alarms/alarms.selectors.ts';
import { useAlarms } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { EVENT_NAMES } from './alarmTexts.ts';

export function useCaseNames(): ReadonlyMap<string, string> {
  const t = useT();
  const cases = useSelector(useAlarms(), selectCasesByRobot);
  return useMemo(
    () => new Map([...cases].map(([serialNumber, { event }]) => [serialNumber, t(EVENT_NAMES[event])])),
    [cases, t],
  );
}
