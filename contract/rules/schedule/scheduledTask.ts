/**
 * What a scheduled task consists of, and which values it can have (spec 3 "Cruise task", 5). Shared by the editor and the
 * server: each fault names its field.
 */
import * as v from 'valibot';
import { cruiseSetting, pointSetting, type CruiseSetting, type PointSetting } from '../../entities/schedule.ts';
import { STOPS_LEAST } from '../cruise.ts';
import { planFault, type DisinfectionPlan } from '../disinfection.ts';
import { isStayTime } from '../points.ts';
import { isSpeech } from '../textWeight.ts';
import { STOPS_PER_ROUTE } from '../mapLimits.ts';
import { PATIENCE_MIN, ROUNDS_MAX, type ScheduledKind } from './scheduleLimits.ts';

/** 1 is Monday, 7 Sunday, in order and each once. */
export const daysOf = (checkboxRespeatDays: string): number[] =>
  [...new Set(checkboxRespeatDays.split(',').map(Number))].filter((day) => day >= 1 && day <= 7).sort((a, b) => a - b);
export const daysText = (days: readonly number[]): string => [...new Set(days)].sort((a, b) => a - b).join(',');

const pointSettings = v.pipe(v.array(pointSetting), v.maxLength(STOPS_PER_ROUTE));
const readJson = <Output>(schema: v.GenericSchema<unknown, Output>, text: string): Output | null => {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
};
/** null if the text is not what it should be; no text changes nothing. */
export const readPointSettings = (text: string | null): PointSetting[] | null =>
  text === null || text.trim() === '' ? [] : readJson(pointSettings, text);
/** null if the text is not what it should be. */
export const readCruiseSetting = (text: string | null): CruiseSetting | null =>
  text === null || text.trim() === '' ? { patience: PATIENCE_MIN.usual } : readJson(cruiseSetting, text);

/** Whether a task changes anything at this stop. */
export const changesStop = ({ skip, stayTime, speech }: PointSetting): boolean =>
  skip || stayTime !== null || speech !== null;

/** The fields of a task that the rules check. */
export interface TaskFields {
  kind: ScheduledKind;
  executeTime: string;
  cruiseCount: number;
  speech: string;
  pathId: string;
  pointSettings: readonly PointSetting[];
  /** What is disinfected; null for a cruise, and as long as nothing is chosen. */
  disinfection: DisinfectionPlan | null;
}
export type TaskField = keyof TaskFields;
export type TaskFaultName =
  | 'placesEmpty'
  | 'doseWrong'
  | 'timeEmpty'
  | 'countWrong'
  | 'speechTooLong'
  | 'routeEmpty'
  | 'tooFewStops'
  | 'stayTimeWrong'
  | 'stopUnknown';
export interface TaskFault {
  field: TaskField;
  error: TaskFaultName;
  /** Index in `pointSettings`; null for the other fields. */
  stop: number | null;
}

/** @param stops the stops of the route, in order; undefined while they are not known */
export function faultsOfTask(
  { kind, executeTime, cruiseCount, speech, pathId, pointSettings: settings, disinfection }: TaskFields,
  stops?: readonly { areaId: string }[],
): TaskFault[] {
  const found: TaskFault[] = [];
  const add = (field: TaskField, error: TaskFaultName, stop: number | null = null) =>
    void found.push({ field, error, stop });
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(executeTime)) add('executeTime', 'timeEmpty');
  if (kind === 'disinfection') {
    if (disinfection === null) add('disinfection', 'placesEmpty');
    else if (planFault(disinfection) !== null) add('disinfection', 'doseWrong');
    return found;
  }
  if (!Number.isInteger(cruiseCount) || cruiseCount < 1 || cruiseCount > ROUNDS_MAX) add('cruiseCount', 'countWrong');
  if (!isSpeech(speech)) add('speech', 'speechTooLong');
  if (pathId === '') add('pathId', 'routeEmpty');
  for (const [i, { areaId, stayTime, speech: said }] of settings.entries()) {
    if (stayTime !== null && !isStayTime(stayTime)) add('pointSettings', 'stayTimeWrong', i);
    if (said !== null && !isSpeech(said)) add('pointSettings', 'speechTooLong', i);
    if (stops && !stops.some((stop) => stop.areaId === areaId)) add('pointSettings', 'stopUnknown', i);
  }
  if (stops && hasTooFewStops(stops, settings)) add('pointSettings', 'tooFewStops');
  return found;
}

/** Indexes in the route of the stops that a task visits. */
export function keptStops(stops: readonly { areaId: string }[], settings: readonly PointSetting[]): number[] {
  const skipped = new Set(settings.filter(({ skip }) => skip).map(({ areaId }) => areaId));
  return stops.flatMap(({ areaId }, i) => (skipped.has(areaId) ? [] : [i]));
}
/** A route can be edited so that only stops are left which the task skips. */
export const hasTooFewStops = (stops: readonly { areaId: string }[], settings: readonly PointSetting[]): boolean =>
  keptStops(stops, settings).length < STOPS_LEAST;
