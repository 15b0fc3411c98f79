/** Things that an alarm is about, as cameras see them. */
import type { AlarmType } from '../../contract/entities/robotConstants.ts';

export interface Thing {
  readonly alarm: AlarmType;
  readonly x: number;
  readonly y: number;
  /** Direction in which it faces: towards the robot that found it, or away from its wall. */
  readonly theta: number;
  /** Index of the door in the plan. */
  readonly door?: number;
  /** Measured value, in the unit of the alarm. */
  readonly value?: number;
}
