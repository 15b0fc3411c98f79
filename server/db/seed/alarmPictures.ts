/**
 * Pictures of the demo's past alarms: which are drawn, and from where their robots saw them. The simulator draws them, in
 * a background job (server/jobs/kinds/demoAlarmPictures.ts).
 */
import { ALARM_TYPES } from '../../../contract/entities/robotConstants.ts';
import type { AlarmMoment } from '../../../contract/rules/alarms.ts';
import { outlooksOn } from '../../../demo/outlook.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import { MAPS } from '../../../demo/sites.ts';
import type { AlarmCaseRow } from '../repositories/alarmCases.ts';
import type { DemoPicture } from './photos.ts';

/** Drawing one takes some 0.7 s, and it takes some 60 KB. */
export const PICTURED_CASES = 60;
/** The newest cases also have a picture of the same view before the alarm. */
const COMPARED_CASES = 12;
const BEFORE_MS = 90_000;

/** Bound robots of the demo with a camera; light ones have none. */
export const PICTURING_ROBOTS: readonly string[] = ROBOTS.filter(
  ({ capabilities: { video }, light }) => video && !light,
).map(({ serialNumber }) => serialNumber);

export interface DemoAlarmPicture extends DemoPicture {
  caseId: string;
  moment: AlarmMoment;
}

/** @param cases newest first */
export const demoAlarmPictures = (cases: readonly AlarmCaseRow[]): DemoAlarmPicture[] =>
  cases.flatMap(({ id: caseId, serialNumber, event, value, raisedAt, mapId, x, y }, index): DemoAlarmPicture[] => {
    const siteId = ROBOTS.find((robot) => robot.serialNumber === serialNumber)?.siteId;
    const plan = MAPS.find(({ id }) => id === mapId)?.plan;
    const type = ALARM_TYPES.find((one) => one === event);
    if (siteId === undefined || mapId === null || !plan || !type) return [];
    const pose = { mapId, x, y, theta: outlooksOn(plan, x, y, 1)[0] ?? 0 };
    const of = (moment: 'before' | 'at'): DemoAlarmPicture => ({
      caseId,
      moment,
      serialNumber,
      siteId,
      source: 'alarm',
      by: null,
      alarm: { caseId, event: type, isThere: moment === 'at', ...(value !== null && { value }) },
      pose,
      takenAt: raisedAt.getTime() - (moment === 'before' ? BEFORE_MS : 0),
    });
    return index < COMPARED_CASES ? [of('before'), of('at')] : [of('at')];
  });
