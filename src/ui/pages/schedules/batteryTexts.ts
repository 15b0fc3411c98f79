/** The battery of a robot in the timetable: its line, and in words. */
import type { BatteryHistory } from '../../../../contract/entities/schedule.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { weekdayOf } from '../../../../contract/rules/schedule/occurrences.ts';
import type { TimetableRobot } from '../../../machines/schedules/timetableView.ts';
import type { Translate } from '../../hooks/translate.ts';
import { dayName } from '../../schedules/runTexts.ts';
import { timeOfDay } from '../../shell/siteTime.ts';

export const weekTime = (t: Translate, at: number, timeZone: string): string =>
  `${dayName(t, weekdayOf(zonedDate(timeZone, at)))} ${timeOfDay(at, timeZone)}`;

/** "lowest 9 %, Sun 23:45", or what is wrong now. */
export function lowestText(t: Translate, { isSilent, hasAlarm, lowest }: TimetableRobot, timeZone: string): string {
  if (isSilent) return t('tasks.reason.silent');
  if (hasAlarm) return t('schedules.battery.alarm');
  if (lowest === null) return t('shared.unknownInText');
  return t('schedules.battery.lowest', { percent: Math.round(lowest.percent), time: weekTime(t, lowest.at, timeZone) });
}

export const batteryText = (t: Translate, robot: TimetableRobot, timeZone: string): string =>
  t('schedules.battery.label', {
    name: robot.name,
    level: [
      robot.battery === null ? t('shared.unknownInText') : t('shared.percent', { percent: Math.round(robot.battery) }),
      lowestText(t, robot, timeZone),
    ].join(t('shared.comma')),
  });

/** Measured values up to now, then what is expected. */
export function batteryLine(
  { serialNumber, line }: Pick<TimetableRobot, 'serialNumber' | 'line'>,
  history: BatteryHistory,
): TimetableRobot['line'] {
  const past = history.find((robot) => robot.serialNumber === serialNumber)?.line ?? [];
  const [first] = line;
  return [...(first ? past.filter(({ at }) => at < first.at) : past), ...line];
}
