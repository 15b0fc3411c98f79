/** URL query of the robot fleet: search text, site, stage of life, kind, page; and the request for it. */
import { ROBOT_KINDS } from '../../../contract/entities/constants.ts';
import { ROBOT_LIVES } from '../../../contract/entities/fleetRobot.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { Query } from '../app/events.ts';
import { choice, defineQuery, page, text, value } from '../factories/defineQuery.ts';

export const robotFleetQuery = defineQuery({
  text: text('q'),
  site: value('site'),
  life: choice('state', ['', ...ROBOT_LIVES], ''),
  kind: choice('kind', ['', ...ROBOT_KINDS], ''),
  page: page(),
});
export type RobotFleetQuery = ReturnType<typeof robotFleetQuery.read>;

export function robotFleetRequest(query: Query) {
  const { text: typed, site, life, kind, page: number } = robotFleetQuery.read(query);
  return { text: typed.trim(), ofSite: site, life, kind, page: number, limit: PAGE_SIZE.first };
}
export type RobotFleetRequest = ReturnType<typeof robotFleetRequest>;
