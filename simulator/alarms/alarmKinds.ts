/** How often each kind of robot finds what an alarm is about, how long it lasts, and what is measured. */
import { ALARM_TYPES, type AlarmType } from '../../contract/entities/robotConstants.ts';
import type { RobotKind } from '../../contract/entities/constants.ts';

/** A range, from which a value is drawn. */
type Range = readonly [low: number, high: number];

export interface AlarmKind {
  /** Mean number per hour of a robot's own work; robots of other kinds do not raise the alarm by themselves. */
  readonly perHour: Partial<Record<RobotKind, number>>;
  readonly seconds: Range;
  readonly value?: Range;
  /** Decimal places of the value. */
  readonly digits?: number;
}

/** The demo's fourteen robots raise about six alarms an hour with these rates. */
export const ALARM_KINDS: Readonly<Record<AlarmType, AlarmKind>> = {
  humanBody: { perHour: { security: 0.15 }, seconds: [60, 240] },
  highTemperature: { perHour: { reception: 0.21 }, seconds: [30, 90], value: [37.6, 39.4], digits: 1 },
  smoke: { perHour: { security: 0.04, disinfection: 0.02 }, seconds: [120, 420] },
  noMask: { perHour: { reception: 0.3 }, seconds: [30, 90] },
  doorOpen: { perHour: { security: 0.18, delivery: 0.04 }, seconds: [180, 600] },
  noise: { perHour: { security: 0.12, delivery: 0.05 }, seconds: [90, 400], value: [76, 98], digits: 0 },
  carton: { perHour: { security: 0.15, delivery: 0.06 }, seconds: [240, 900] },
  waterAccumulation: { perHour: { security: 0.06, disinfection: 0.09 }, seconds: [240, 900] },
  fall: { perHour: { security: 0.04, reception: 0.03 }, seconds: [90, 300] },
  unclosedWindow: { perHour: { security: 0.12 }, seconds: [240, 900] },
  missingExtinguisher: { perHour: { security: 0.07 }, seconds: [300, 900] },
  clutter: { perHour: { security: 0.12, disinfection: 0.06 }, seconds: [240, 900] },
  navigationException: { perHour: { security: 0.05, delivery: 0.06, disinfection: 0.05 }, seconds: [60, 150] },
};

/** The alarms that a kind of robot raises by itself, with their rates. */
export const alarmsOf = (kind: RobotKind): { alarm: AlarmType; perHour: number }[] =>
  ALARM_TYPES.flatMap((alarm) => {
    const perHour = ALARM_KINDS[alarm].perHour[kind] ?? 0;
    return perHour > 0 ? [{ alarm, perHour }] : [];
  });
