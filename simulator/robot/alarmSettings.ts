/** Which alarms the robot raises, by what users have set. */
import type { AlarmType } from '../../contract/entities/robotConstants.ts';
import type { RobotSettingName } from '../../contract/entities/robotSettings.ts';
import type { RobotSettings } from './robotSettings.ts';

const SWITCHES: Readonly<Partial<Record<AlarmType, RobotSettingName>>> = { humanBody: 'detectBody', fall: 'fallOver' };
const THRESHOLDS: Readonly<Partial<Record<AlarmType, RobotSettingName>>> = {
  noise: 'noiseAlarm',
  highTemperature: 'highTemperature',
};

/**
 * `abnormalNotification` is none of these: it decides whom the server tells, not what the robot reports.
 * A switch or threshold that the robot does not have lets the alarm pass.
 *
 * @param measured dB or °C
 */
export function isAlarmOn(settings: RobotSettings, alarm: AlarmType, measured?: number): boolean {
  const [flag, threshold] = [SWITCHES[alarm], THRESHOLDS[alarm]];
  if (flag && settings.value(flag) === false) return false;
  const limit = threshold && settings.value(threshold);
  return measured === undefined || typeof limit !== 'number' || measured > limit;
}
