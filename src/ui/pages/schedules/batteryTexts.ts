/** The battery of a robot in the timetable, in words. */
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
  if (isSilent) return t('schedules.battery.silent');
  if (hasAlarm) return t('schedules.battery.alarm');
  if (lowest === null) return t('schedules.battery.unknown');
  return t('schedules.battery.lowest', { percent: Math.round(lowest.percent), time: weekTime(t, lowest.at, timeZone) });
}

export const batteryText = (t: Translate, robot: TimetableRobot, timeZone: string): string =>
  `${t('schedules.battery.label', { name: robot.name })}: ${[
    robot.battery === null ? t('schedules.battery.unknown') : `${Math.round(robot.battery)} %`,
    lowestText(t, robot, timeZone),
  ].join(', ')}`;
