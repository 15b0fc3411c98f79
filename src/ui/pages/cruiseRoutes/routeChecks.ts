/**
 * Checks before a route can be saved, each with a state. Missing parts become errors after the first attempt to save.
 */
import type { MapPoint } from '../../../../contract/entities/map.ts';
import type { RouteFault, RouteFaultName } from '../../../../contract/rules/cruise.ts';
import type { RouteLeg } from '../../../../contract/rules/planPath/routePlan.ts';
import type { DraftStop } from '../../../machines/cruiseRoutes/draft.ts';
import type { Translate } from '../../hooks/translate.ts';

export interface Check {
  readonly state: 'ok' | 'todo' | 'wrong' | 'warn';
  readonly text: string;
}
interface Checked {
  readonly faults: readonly RouteFault[];
  readonly legs: readonly RouteLeg[];
  readonly stops: readonly DraftStop[];
  readonly points: readonly MapPoint[];
  readonly tried: boolean;
}

export function checksOf(t: Translate, { faults, legs, stops, points, tried }: Checked): Check[] {
  const at = (...names: RouteFaultName[]): number[] => [
    ...new Set(faults.flatMap(({ stop, error }) => (stop !== null && names.includes(error) ? [stop + 1] : []))),
  ];
  const filling = (numbers: readonly number[]) => ({ count: numbers.length, stops: numbers.join(', ') });
  const missing = tried ? 'wrong' : 'todo';
  const has = (name: RouteFaultName): boolean => faults.some(({ error }) => error === name);
  const [gone, twice, fields] = [
    at('pointGone', 'onOtherMap'),
    at('sameAsBefore'),
    at('stayTimeWrong', 'angleWrong', 'speechTooLong'),
  ];
  const there = new Set(points.map(({ areaId }) => areaId));
  const present = stops.flatMap(({ areaId }, place) => (there.has(areaId) ? [place + 1] : []));
  // The last leg of a loop leads to the first stop.
  const straight = legs.flatMap(({ isStraight }, leg) => (isStraight ? [present[leg + 1] ?? present[0] ?? 1] : []));
  const checks: Check[] = [
    ...(has('nameEmpty')
      ? [{ state: missing, text: t('cruiseRoutes.check.name') } as const]
      : has('nameTaken') || has('nameTooLong')
        ? [{ state: 'wrong', text: t('cruiseRoutes.check.name') } as const]
        : []),
    ...(has('tooFewStops') ? [{ state: missing, text: t('cruiseRoutes.check.twoStops') } as const] : []),
    ...(faults.some(({ stop, error }) => stop === null && error === 'speechTooLong')
      ? [{ state: 'wrong', text: t('cruiseRoutes.check.speech') } as const]
      : []),
    gone.length > 0
      ? { state: 'wrong', text: t('cruiseRoutes.broken', filling(gone)) }
      : { state: 'ok', text: t('cruiseRoutes.check.oneMap') },
    twice.length > 0
      ? { state: 'wrong', text: t('cruiseRoutes.check.twice', filling(twice)) }
      : { state: 'ok', text: t('cruiseRoutes.check.notTwice') },
    ...(fields.length > 0 ? [{ state: 'wrong', text: t('cruiseRoutes.check.fields', filling(fields)) } as const] : []),
    ...(straight.length > 0
      ? [{ state: 'warn', text: t('cruiseRoutes.check.straight', filling(straight)) } as const]
      : []),
  ];
  // An empty route shows no passed checks.
  return stops.length === 0 ? checks.filter(({ state }) => state !== 'ok') : checks;
}
