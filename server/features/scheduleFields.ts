/** The fields of a scheduled task by its kind, its places, and the name of what a disinfection task disinfects. */
import { isDeepStrictEqual } from 'node:util';
import type { Received } from '../../contract/endpoint.ts';
import type { schedules } from '../../contract/endpoints/schedules.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { TaskFaultName } from '../../contract/rules/schedule/scheduledTask.ts';
import type { ScheduledKind } from '../../contract/rules/schedule/scheduleLimits.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import type { TaskRow } from '../db/repositories/schedules.ts';
import type { PlannedDisinfection } from './planDisinfection.ts';

type Sent = Received<(typeof schedules)['save']>;

/** A task has the fields of its kind only. @throws fieldInvalid */
export function assertFieldsOf(
  kind: ScheduledKind,
  { pathId, cruiseCount, speech, disinfection }: Pick<Sent, 'pathId' | 'cruiseCount' | 'speech' | 'disinfection'>,
  settings: readonly unknown[],
): void {
  const others =
    kind === 'cruise'
      ? { disinfection: disinfection !== null }
      : {
          pathId: pathId !== '',
          cruiseCount: cruiseCount !== 1,
          speech: speech !== '',
          pointSettings: settings.length > 0,
        };
  for (const [field, isGiven] of Object.entries(others)) if (isGiven) throw new ApiError('fieldInvalid', { field });
}

type WithPlaces = Pick<TaskRow, 'pathId' | 'disinfection'>;
const placesIn = ({ pathId, disinfection }: WithPlaces) => [pathId, disinfection?.mapId, disinfection?.target];
/** Whether two versions of a task have the same route, or disinfect the same places. */
export const isSamePlaces = (one: WithPlaces, other: WithPlaces): boolean =>
  isDeepStrictEqual(placesIn(one), placesIn(other));

/** Names of places of a disinfection in its task's name. */
const NAMED_PLACES = 2;
/** "Gym, Clinic +3"; the map's name for a drawn area. */
export function placesName({ map, sections }: PlannedDisinfection): LocalName {
  const named = sections.filter(({ name }) => nameIn(name, 'enUS') !== '');
  if (named.length === 0) return map.name;
  const text = (language: Language, comma: string): string =>
    named
      .slice(0, NAMED_PLACES)
      .map(({ name }) => nameIn(name, language))
      .join(comma) + (named.length > NAMED_PLACES ? ` +${named.length - NAMED_PLACES}` : '');
  return { zhCN: text('zhCN', '、'), enUS: text('enUS', ', ') };
}

/** Errors of faults of a task; `fieldInvalid` for the others. */
export const FAULT_CODES: Partial<Record<TaskFaultName, ErrorName>> = {
  placesEmpty: 'parameterEmpty',
  timeEmpty: 'parameterEmpty',
  routeEmpty: 'parameterEmpty',
  tooFewStops: 'routeTooShort',
  stopUnknown: 'pointUnknown',
};
