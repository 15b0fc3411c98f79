/**
 * The forecast of one robot (design 20): its planned runs one after another, with estimated length, battery and conflicts.
 * An estimate, not a promise: between runs the robot is expected to charge when it can.
 */
import { CHARGING_PER_MIN, CHARGING_TAPER_FROM, drainOf } from '../battery.ts';
import type { PlannedRun, Skip, TaskEstimate } from './expand.ts';
import { CHARGED_ENOUGH_PERCENT, type NotStartedReason, type RunNoteType, type RunVerdict } from './scheduleLimits.ts';

export interface ForecastTask {
  estimate: TaskEstimate | null;
  rounds: number;
  /** Median of its last whole runs, all rounds, ms; absent if there were too few: then the estimate counts. */
  usualMs?: number | undefined;
  /** Minutes. */
  patience: number;
  /** Shown in the conflicts of other runs. */
  name: string;
  /** Why no run of it can start, whatever the robot does. */
  broken: Extract<
    RunNoteType,
    'routeDeleted' | 'routeBroken' | 'pointsDeleted' | 'placesDeleted' | 'mapUnknown' | 'robotCannot'
  > | null;
  /** An elevator or a door on the way of a run with these skips is out of service: its name. */
  blockedIn(skips: readonly Skip[]): { type: Extract<RunNoteType, 'elevatorOut' | 'doorOut'>; name: string } | null;
}
/** What is known about the robot now. */
export interface ForecastRobot {
  now: number;
  /** Percent; null if unknown. */
  battery: number | null;
  canCharge: boolean;
  charging: boolean;
  /** Charge that is kept at the end of a run, percent. */
  reserve: number;
  /** Until when it is known to be busy, ms. */
  busyUntil: number | null;
  /** What keeps it from starting as long as nobody changes it. */
  trouble: Extract<RunNoteType, 'robotSilent' | 'robotAlarm' | 'leaseHeld' | 'held'> | null;
}
export interface Note {
  type: RunNoteType;
  params: Record<string, string | number>;
}
export interface ForecastRun {
  run: PlannedRun;
  verdict: Exclude<RunVerdict, 'over'>;
  notes: Note[];
  /** Estimated, ms. */
  startsAt: number;
  endsAt: number | null;
  batteryStart: number | null;
  batteryEnd: number | null;
  /** A start without conflict, ms; null if there is no conflict or no such time. */
  fixAt: number | null;
}
export interface BatteryPoint {
  at: number;
  percent: number;
  /** Charging up to this point. */
  charging: boolean;
}
export interface Forecast {
  runs: ForecastRun[];
  line: BatteryPoint[];
}

const MINUTE_MS = 60_000;
/** What keeps a robot from starting now says little about the days after. */
const TROUBLE_COUNTS_MS = 24 * 60 * MINUTE_MS;
/** A robot drives to its charger after a run, ms. */
const TO_CHARGER_MS = 2 * MINUTE_MS;
const STEP_MS = 5 * MINUTE_MS;
/** How far a conflict is moved at most. */
const FIX_REACH_MS = 3 * 60 * MINUTE_MS;
const FULL = 100;

/** With this charge a robot starts a run that needs so much, percent. */
export const chargeToStart = (need: number, reserve: number): number =>
  Math.min(CHARGED_ENOUGH_PERCENT, need + reserve);

/** Why a robot with this charge, percent, does not start the run yet; null if it can, or its charge is not known. */
export const chargeObstacle = (
  { battery, charging }: { battery: number | null; charging: boolean },
  need: number,
  reserve: number,
): Extract<NotStartedReason, 'robotCharging' | 'robotBatteryLow'> | null =>
  battery === null || battery >= chargeToStart(need, reserve) ? null : charging ? 'robotCharging' : 'robotBatteryLow';

/** How long a run is expected to take, with its skipped stops, ms: as long as it usually does, else as estimated. */
export const runMs = ({ estimate, rounds, usualMs }: Pick<ForecastTask, 'estimate' | 'rounds' | 'usualMs'>): number =>
  usualMs ?? (estimate ? estimate.roundSeconds * rounds * 1_000 : 0);
/** Percent; the start of a run is decided by the same need. */
const needOf = ({ estimate, rounds }: ForecastTask): number => (estimate ? estimate.battery * rounds : 0);

/** Percent after charging or standing from one instant to another. */
function restedAt(percent: number, from: number, to: number, canCharge: boolean): number {
  const minutes = Math.max(0, to - from) / MINUTE_MS;
  if (!canCharge) return Math.max(0, percent - drainOf(0) * minutes);
  const toTaper = Math.max(0, CHARGING_TAPER_FROM - percent) / CHARGING_PER_MIN;
  if (minutes <= toTaper) return percent + minutes * CHARGING_PER_MIN;
  // Above the taper the rate falls in proportion to what is missing.
  const start = Math.max(percent, CHARGING_TAPER_FROM);
  const span = FULL + 1 - CHARGING_TAPER_FROM;
  return Math.min(FULL, FULL + 1 - (FULL + 1 - start) * Math.exp((-CHARGING_PER_MIN * (minutes - toTaper)) / span));
}
/** When a resting robot has this much, ms after `from`; Infinity if never. */
function reachesAfter(percent: number, wanted: number, canCharge: boolean): number {
  if (percent >= wanted) return 0;
  if (!canCharge || wanted > FULL) return Number.POSITIVE_INFINITY;
  let minutes = 0;
  while (restedAt(percent, 0, minutes * MINUTE_MS, true) < wanted && minutes < 24 * 60) minutes += 1;
  return minutes * MINUTE_MS;
}

/** @param planned all planned runs of the robot that are not over, in any order */
export function forecastOf(
  planned: readonly PlannedRun[],
  tasks: ReadonlyMap<string, ForecastTask>,
  robot: ForecastRobot,
): Forecast {
  const inOrder = [...planned].sort((a, b) => a.startsAt - b.startsAt || a.plannedAt - b.plannedAt);
  const runs: ForecastRun[] = [];
  const line: BatteryPoint[] =
    robot.battery === null ? [] : [{ at: robot.now, percent: robot.battery, charging: false }];
  let freeAt = Math.max(robot.now, robot.busyUntil ?? 0);
  let freeAfter: string | null = null;
  let level = robot.battery;

  const levelAt = (at: number): number | null => (level === null ? null : restedAt(level, freeAt, at, robot.canCharge));

  for (const run of inOrder) {
    const task = tasks.get(run.taskId);
    if (!task) continue;
    const notes: Note[] = [];
    const note = (type: RunNoteType, params: Note['params'] = {}): void => void notes.push({ type, params });
    if (run.clock !== 'plain') note(run.clock === 'skips' ? 'clockSkips' : 'clockRepeats', { ...run.clockTimes });
    const without = (verdict: ForecastRun['verdict']): void =>
      void runs.push({
        run,
        verdict,
        notes,
        startsAt: run.startsAt,
        endsAt: null,
        batteryStart: null,
        batteryEnd: null,
        fixAt: null,
      });
    if (!run.isOn) {
      note('paused');
      without('notAtAll');
      continue;
    }
    if (task.broken) {
      note(task.broken);
      without('notAtAll');
      continue;
    }
    if (run.fallsOut) {
      note('exception');
      without('notAtAll');
      continue;
    }
    const startsAt = Math.max(run.startsAt, freeAt);
    const isLate = startsAt - run.startsAt >= MINUTE_MS;
    if (isLate && startsAt - run.startsAt > task.patience * MINUTE_MS) {
      note('patience', { minutes: task.patience, name: freeAfter ?? '' });
      const fixAt = upTo(freeAt);
      without('inDoubt');
      const last = runs.at(-1);
      if (last) last.fixAt = fixAt - run.startsAt <= FIX_REACH_MS * 4 ? fixAt : null;
      continue;
    }
    if (isLate)
      note('waitsForRun', { minutes: Math.round((startsAt - run.startsAt) / MINUTE_MS), name: freeAfter ?? '' });
    const need = needOf(task);
    const before = levelAt(startsAt);
    const after = before === null ? null : before - need;
    const isLow = after !== null && after < robot.reserve;
    const isAtCharger = robot.canCharge && (startsAt > freeAt || (freeAfter === null && robot.charging));
    const waitsFor = chargeObstacle({ battery: before, charging: isAtCharger }, need, robot.reserve);
    if (isLow && before !== null)
      note('battery', {
        percent: Math.max(0, Math.round(after)),
        // It does not start with this charge.
        ...(waitsFor && {
          charge: Math.floor(before),
          needs: Math.ceil(chargeToStart(need, robot.reserve)),
          minutes: task.patience,
        }),
      });
    if (waitsFor === 'robotCharging') note('charging');
    if (robot.trouble && run.startsAt - robot.now < TROUBLE_COUNTS_MS) note(robot.trouble);
    const blocked = task.blockedIn(run.skips);
    if (blocked) note(blocked.type, { name: blocked.name });
    if (run.skips.length > 0) note('exception', { stops: run.skips.length });
    const endsAt = startsAt + runMs(task);
    const inDoubt = isLow || blocked !== null || notes.some(({ type }) => type === robot.trouble);
    const wait =
      isLow && before !== null ? reachesAfter(before, robot.reserve + need, robot.canCharge) : Number.POSITIVE_INFINITY;
    runs.push({
      run,
      verdict: inDoubt ? 'inDoubt' : run.skips.length > 0 ? 'inPart' : 'asPlanned',
      notes,
      startsAt,
      endsAt,
      batteryStart: before,
      batteryEnd: after === null ? null : Math.max(0, after),
      fixAt: isLow && wait <= FIX_REACH_MS ? upTo(startsAt + wait) : isLate ? upTo(startsAt) : null,
    });
    if (before !== null && after !== null) {
      line.push(
        { at: startsAt, percent: before, charging: robot.canCharge && before > (level ?? 0) },
        { at: endsAt, percent: Math.max(0, after), charging: false },
      );
      level = Math.max(0, after);
    }
    freeAt = endsAt + (robot.canCharge ? TO_CHARGER_MS : 0);
    freeAfter = task.name;
  }
  return { runs, line };
}

const upTo = (at: number): number => Math.ceil(at / STEP_MS) * STEP_MS;

/** The lowest point of a forecast; null without a known battery. */
export const lowestOf = (line: readonly BatteryPoint[]): BatteryPoint | null =>
  line.reduce<BatteryPoint | null>((low, point) => (low === null || point.percent < low.percent ? point : low), null);

/** Reasons after which a run that has not started does not start any more, however long it waits. */
export const isHopeless = (reason: NotStartedReason): boolean =>
  reason === 'routeDeleted' ||
  reason === 'routeBroken' ||
  reason === 'placesDeleted' ||
  reason === 'robotGone' ||
  reason === 'robotMoved' ||
  reason === 'robotCannot';
