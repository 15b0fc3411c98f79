/** On which pages the robot panel is shown, and which robots it lists (spec 2 "Robot-selection panel"). */
import { RELATIONS } from '../../../contract/entities/constants.ts';
import type { Robot } from '../../../contract/entities/robot.ts';

const WITHOUT_PANEL = [
  '/home',
  '/cruise-record',
  '/event-record',
  '/delivery-record',
  '/disinfect-record',
  '/industrydb',
  '/inspector',
  // Choosing a robot changes nothing on these.
  '/accounts',
  '/outbox',
  '/changelog',
  '/contact',
] as const;

export const hasRobotPanel = (path: string): boolean => !WITHOUT_PANEL.some((part) => path.includes(part));

/** Pages about maps and routes. */
const ASKS_FOR_NAVIGATION = ['/setting/map-edit', '/setting/cruise-line'] as const;
const ASKS_AS_SUPER_ADMIN = '/setting/friend-manage';
const [, , SUPER_ADMIN] = RELATIONS;

/**
 * Whether a page's panel lists this robot: robots with navigation on map and route pages, robots of which the user is
 * super administrator on the members page.
 */
export function isAskedFor({ navigation, relation }: Pick<Robot, 'navigation' | 'relation'>, path: string): boolean {
  if (ASKS_FOR_NAVIGATION.some((page) => page === path)) return navigation;
  return path !== ASKS_AS_SUPER_ADMIN || relation === SUPER_ADMIN;
}
