/** The values of a robot's settings that count when they are compared or checked. */
import type { RobotSettings, SettingValues } from '../../../contract/entities/robotSettings.ts';

/** The values in force: what was set last, else what the robot reports. */
export function valuesInForce({ settings }: Pick<RobotSettings, 'settings'>): SettingValues {
  const values: SettingValues = {};
  for (const { name, wanted, reported } of settings) {
    const value = wanted?.value ?? reported?.value;
    if (value !== undefined) values[name] = value;
  }
  return values;
}
