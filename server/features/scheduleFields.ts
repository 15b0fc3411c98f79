/** The fields of a scheduled task by its kind, its places, and the name of what a disinfection task disinfects. */
import { isDeepStrictEqual } from 'node:util';
import type { Received } from '../../contract/endpoint.ts';
import type { schedules } from '../../contract/endpoints/schedules.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { STOPS_LEAST } from '../../contract/rules/cruise.ts';
import {
  changesStop,
  faultsOfTask,
  readPointSettings,
  type TaskFaultName,
  type TaskFields,
} from '../../contract/rules/schedule/scheduledTask.ts';
import type { ScheduledKind } from '../../contract/rules/schedule/scheduleLimits.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import type { TaskRow } from '../db/repositories/schedules.ts';
import type { RouteRow } from '../db/repositories/cruiseRoutes.ts';
import type { PlannedDisinfection } from './planDisinfection.ts';
import type { RunSettings } from './planRouteRun.ts';

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
const FAULT_CODES: Partial<Record<TaskFaultName, ErrorName>> = {
  placesEmpty: 'parameterEmpty',
  timeEmpty: 'parameterEmpty',
  routeEmpty: 'parameterEmpty',
  tooFewStops: 'routeTooShort',
  stopUnknown: 'pointUnknown',
};

/** @throws the first fault with its field */
export function assertNoFault(fields: TaskFields, stops: RouteRow['stops'] | undefined): void {
  const [fault] = faultsOfTask(fields, stops);
  if (fault)
    throw new ApiError(FAULT_CODES[fault.error] ?? 'fieldInvalid', {
      field: fault.field,
      words: { least: STOPS_LEAST },
    });
}

/** What a person changes for a run that starts now. @throws the first fault with its field */
export function settingsOfRun(
  { speech = '', pointSettings }: { speech?: string | undefined; pointSettings?: string | undefined },
  { id, stops }: Pick<RouteRow, 'id' | 'stops'>,
): RunSettings | undefined {
  const read = readPointSettings(pointSettings ?? null);
  if (!read) throw new ApiError('fieldInvalid', { field: 'pointSettings' });
  const settings = read.filter(changesStop);
  if (settings.length === 0 && speech.trim() === '') return undefined;
  // There are no times and rounds to be wrong.
  const plain = { kind: 'cruise', executeTime: '00:00', cruiseCount: 1, pathId: id, disinfection: null } as const;
  assertNoFault({ ...plain, speech, pointSettings: settings }, stops);
  return { settings, speech: speech.trim() };
}
