/** How a run of a scheduled task looks and what is said about it: in a chip, in its details, for a screen reader. */
import type { ScheduledTask, Timetable, TimetableRun } from '../../../contract/entities/schedule.ts';
import {
  NOT_STARTED_REASONS,
  type NotStartedReason,
  type RunNoteType,
  type RunVerdict,
  type TaskOffReason,
} from '../../../contract/rules/schedule/scheduleLimits.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';
import type { RunLook } from '../kit/later/runLook.ts';
import { dateText, timeOfDay } from '../shell/siteTime.ts';
import { recordPath } from '../routeRuns/recordPath.ts';

type Robot = Timetable['robots'][number];

const MINUTE_MS = 60_000;
export const minutesOf = (ms: number): number => Math.max(1, Math.round(ms / MINUTE_MS));
/** "52 min", "1 h 04 min". */
export function lengthText(t: Translate, ms: number): string {
  const minutes = minutesOf(ms);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? t('schedules.minutes', { minutes }) : t('schedules.hours', { hours, minutes: minutes % 60 });
}

/** Short enough for a chip. */
const SHORT: Record<RunNoteType, Key> = {
  paused: 'schedules.short.paused',
  exception: 'shared.exception',
  waitsForRun: 'schedules.short.waitsForRun',
  patience: 'schedules.short.patience',
  battery: 'schedules.short.battery',
  charging: 'schedules.short.charging',
  robotSilent: 'schedules.short.robotSilent',
  robotAlarm: 'schedules.short.robotAlarm',
  leaseHeld: 'schedules.short.leaseHeld',
  held: 'status.stopped',
  routeDeleted: 'schedules.short.routeDeleted',
  routeBroken: 'schedules.short.routeBroken',
  pointsDeleted: 'schedules.short.pointsDeleted',
  placesDeleted: 'schedules.short.placesDeleted',
  elevatorOut: 'schedules.short.elevatorOut',
  doorOut: 'schedules.short.doorOut',
  mapUnknown: 'schedules.short.mapUnknown',
  robotCannot: 'schedules.short.robotCannot',
  taskDeleted: 'schedules.short.taskDeleted',
  clockSkips: 'schedules.short.clockChange',
  clockRepeats: 'schedules.short.clockChange',
};
const NOTES: Record<RunNoteType, Key> = {
  paused: 'schedules.note.paused',
  exception: 'schedules.note.exception',
  waitsForRun: 'schedules.note.waitsForRun',
  patience: 'schedules.note.patience',
  battery: 'schedules.note.battery',
  charging: 'schedules.note.charging',
  robotSilent: 'schedules.note.robotSilent',
  robotAlarm: 'schedules.note.robotAlarm',
  leaseHeld: 'schedules.note.leaseHeld',
  held: 'schedules.note.held',
  routeDeleted: 'schedules.note.routeDeleted',
  routeBroken: 'schedules.note.routeBroken',
  pointsDeleted: 'schedules.note.pointsDeleted',
  placesDeleted: 'shared.placesDeleted',
  elevatorOut: 'schedules.note.elevatorOut',
  doorOut: 'schedules.note.doorOut',
  mapUnknown: 'schedules.note.mapUnknown',
  robotCannot: 'schedules.note.robotCannot',
  taskDeleted: 'schedules.note.taskDeleted',
  clockSkips: 'schedules.note.clockSkips',
  clockRepeats: 'schedules.note.clockRepeats',
};
/** Notes that say something about the clock or a short wait; the other notes come before them in a chip. */
const MILD: readonly RunNoteType[] = ['clockSkips', 'clockRepeats', 'waitsForRun'];
const isClock = (type: RunNoteType): boolean => type === 'clockSkips' || type === 'clockRepeats';
const REASONS: Record<NotStartedReason, Key> = {
  robotBusy: 'schedules.reason.robotBusy',
  robotCharging: 'schedules.reason.robotCharging',
  robotBatteryLow: 'schedules.reason.robotBatteryLow',
  leaseHeld: 'schedules.reason.leaseHeld',
  robotOffline: 'schedules.reason.robotOffline',
  robotSilent: 'schedules.reason.robotSilent',
  robotManual: 'schedules.reason.robotManual',
  robotEmergencyStop: 'robotErrors.emergencyStop.title',
  robotHeld: 'schedules.reason.robotHeld',
  robotNotLocated: 'schedules.reason.robotNotLocated',
  robotCannot: 'schedules.reason.robotCannot',
  stopUnconfirmed: 'schedules.reason.stopUnconfirmed',
  routeDeleted: 'schedules.short.routeDeleted',
  routeBroken: 'schedules.short.routeBroken',
  placesDeleted: 'schedules.short.placesDeleted',
  elevatorOut: 'schedules.reason.elevatorOut',
  doorOut: 'schedules.reason.doorOut',
  wrongFloor: 'schedules.reason.wrongFloor',
  crossFloorUnsupported: 'schedules.reason.crossFloorUnsupported',
  robotGone: 'schedules.reason.robotGone',
  robotMoved: 'schedules.reason.robotMoved',
  exception: 'shared.exception',
  serverDown: 'schedules.reason.serverDown',
  notChecked: 'schedules.reason.notChecked',
  taskOff: 'schedules.reason.taskOff',
};
const isReason = (type: string): type is NotStartedReason => NOT_STARTED_REASONS.some((each) => each === type);
/** Wanted by a person: not a failure. */
const isMeant = (type: string): boolean => type === 'exception' || type === 'taskOff';

export const VERDICT_NAMES: Record<RunVerdict, Key> = {
  asPlanned: 'schedules.verdict.asPlanned',
  inPart: 'schedules.verdict.inPart',
  notAtAll: 'schedules.verdict.notAtAll',
  inDoubt: 'schedules.verdict.inDoubt',
  over: 'schedules.verdict.over',
};
const STATE_NAMES = {
  waiting: 'shared.waiting',
  inProgress: 'shared.running',
  finished: 'shared.finished',
  partiallyCompleted: 'shared.partiallyCompleted',
  failed: 'shared.failed',
  notStarted: 'schedules.state.notStarted',
} as const;

/** @param robot undefined if it is gone */
export function runLook(run: TimetableRun, robot: Pick<Robot, 'isSilent' | 'hasAlarm'> | undefined): RunLook {
  switch (run.state) {
    case 'finished':
      return 'done';
    case 'partiallyCompleted':
      return 'partial';
    case 'failed':
      return 'failed';
    case 'notStarted':
      return isMeant(run.reason?.type ?? '') ? 'skipped' : 'failed';
    case 'waiting':
      return 'doubtful';
    case 'inProgress':
      return robot?.isSilent ? 'unknown' : robot?.hasAlarm ? 'stuck' : 'running';
    case null:
      return { asPlanned: 'planned', inPart: 'doubtful', inDoubt: 'doubtful', notAtAll: 'skipped', over: 'unknown' }[
        run.verdict
      ] as RunLook;
  }
}

const reasonSentence = (t: Translate, { state, reason }: Pick<TimetableRun, 'state' | 'reason'>): string =>
  reason === null
    ? ''
    : state === 'waiting' && reason.type === 'notChecked'
      ? t('schedules.reason.beingChecked')
      : isReason(reason.type)
        ? t(REASONS[reason.type])
        : t.found(`robotErrors.${reason.type}.title`) || reason.description || t('schedules.reason.unknown');

export const noteSentence = (
  t: Translate,
  { type, params }: TimetableRun['notes'][number],
  kind: TimetableRun['kind'],
): string =>
  type === 'exception' && params['stops'] !== undefined
    ? t(kind === 'disinfection' ? 'schedules.note.exceptionPlaces' : 'schedules.note.exceptionStops', {
        ...params,
        count: Number(params['stops']),
      })
    : isClock(type) && params['date'] !== undefined
      ? t(type === 'clockSkips' ? 'schedules.note.clockSkipsAt' : 'schedules.note.clockRepeatsAt', {
          ...params,
          day: dateText(String(params['date']), t.language, { day: 'numeric', month: 'long' }),
        })
      : t(type === 'battery' && params['needs'] !== undefined ? 'schedules.note.batteryWaits' : NOTES[type], params);

/** Why a run is not as planned, why it waits, or why it ended. */
export function whySentences(t: Translate, run: TimetableRun): string[] {
  const noted = (notes: TimetableRun['notes']): string[] => notes.map((note) => noteSentence(t, note, run.kind));
  if (run.state === null) return noted(run.notes);
  const isForCharge = run.reason?.type === 'robotBatteryLow' || run.reason?.type === 'robotCharging';
  // It waits now, so what it waits for is said instead of the short reason and of a forecast.
  const charge =
    run.state === 'waiting' && isForCharge
      ? run.notes.find(({ type, params }) => type === 'battery' && params['needs'] !== undefined)
      : undefined;
  return [
    charge ? t('schedules.note.batteryWaitsNow', charge.params) : reasonSentence(t, run),
    run.isAsBegun ? t('schedules.note.asBegun') : '',
  ].filter(Boolean);
}

/** A result or a reason, in one or two words. */
export function chipText(t: Translate, run: TimetableRun): string {
  const { kind, state, verdict, stops, skipped, arrived, startsAt, endsAt, notes } = run;
  const isDisinfection = kind === 'disinfection';
  switch (state) {
    case 'finished':
      return endsAt === null ? t(STATE_NAMES.finished) : lengthText(t, endsAt - startsAt);
    case 'partiallyCompleted':
      return t(isDisinfection ? 'schedules.chip.places' : 'schedules.chip.stops', { done: arrived, of: stops });
    case 'inProgress':
      return t(isDisinfection ? 'schedules.chip.place' : 'schedules.chip.stop', {
        n: Math.min(stops, arrived + 1),
        of: stops,
      });
    case 'failed':
    case 'notStarted':
      return reasonSentence(t, run) || t(STATE_NAMES[state]);
    case 'waiting':
      return t(STATE_NAMES.waiting);
    case null:
      break;
  }
  if (verdict === 'over') return t('schedules.chip.unknown');
  if (verdict === 'inPart')
    return t(isDisinfection ? 'schedules.chip.skipsPlaces' : 'schedules.chip.skips', { count: skipped });
  if (verdict === 'asPlanned')
    return endsAt === null
      ? t(VERDICT_NAMES.asPlanned)
      : t('schedules.chip.about', { length: lengthText(t, endsAt - startsAt) });
  const note = notes.find(({ type }) => !MILD.includes(type)) ?? notes[0];
  return note ? t(SHORT[note.type], note.params) : t(VERDICT_NAMES[verdict]);
}

/** The pill in the details. */
export const outcomeText = (t: Translate, { state, verdict }: TimetableRun): string =>
  state === null ? t(VERDICT_NAMES[verdict]) : t(STATE_NAMES[state]);

/** By day of the week, 1 is Monday. */
const DAYS: readonly Key[] = [
  'schedules.day.7',
  'schedules.day.1',
  'schedules.day.2',
  'schedules.day.3',
  'schedules.day.4',
  'schedules.day.5',
  'schedules.day.6',
];
export function dayName(t: Translate, day: number): string {
  const key = DAYS[day % DAYS.length];
  return key === undefined ? '' : t(key);
}
/** "every day", "Mon to Fri", "Sat, Sun", "once". */
export function daysSentence(t: Translate, days: readonly number[]): string {
  if (days.length === 0) return t('schedules.days.once');
  if (days.length === 7) return t('schedules.days.every');
  const [first = 1] = days;
  const last = days.at(-1) ?? first;
  return days.length > 2 && last - first === days.length - 1
    ? t('schedules.span', { from: dayName(t, first), until: dayName(t, last) })
    : days.map((day) => dayName(t, day)).join(t('shared.listSeparator'));
}

/** Everything about a run in one sentence: the accessible name of its chip. */
/** @param asShown begins with what a chip with time and name shows */
export function runLabel(t: Translate, run: TimetableRun, name: string, timeZone: string, asShown = false): string {
  const time = timeOfDay(run.startsAt, timeZone);
  const notes = whySentences(t, run);
  return asShown
    ? [`${time} ${name} · ${chipText(t, run)}`, outcomeText(t, run), ...notes].filter(Boolean).join(', ')
    : [`${name} ${time}`, outcomeText(t, run), chipText(t, run), ...notes].filter(Boolean).join(', ');
}

/** "×2", "loop 6"; empty for one round. */
export const roundsText = (t: Translate, { cruiseCount }: Pick<ScheduledTask, 'cruiseCount'>): string =>
  cruiseCount > 1 ? t('schedules.rounds', { count: cruiseCount }) : '';

const OFF_REASONS: Record<TaskOffReason, Key> = {
  ranOnce: 'schedules.off.ranOnce',
  robotMoved: 'schedules.off.robotMoved',
};
/** Why a task is off; empty if it is on, or a person switched it off. */
export const offReasonText = (
  t: Translate,
  { state, offReason }: Pick<ScheduledTask, 'state' | 'offReason'>,
): string => (state === '0' && offReason ? t(OFF_REASONS[offReason]) : '');

/** The page of a run's record. */
export const runRecordPath = ({ kind }: Pick<TimetableRun, 'kind'>, recordId: string): string =>
  kind === 'disinfection' ? `/activities/disinfect-record?run=${encodeURIComponent(recordId)}` : recordPath(recordId);
