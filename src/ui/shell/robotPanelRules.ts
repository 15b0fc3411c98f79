/** On which pages the robot panel is shown, and which robots it lists (spec 2 "Robot-selection panel"). */
import { RELATIONS } from '../../../contract/entities/constants.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import type { PanelRobots } from '../../../contract/pages/definePage.ts';
import type { ShownPage } from '../../machines/app/events.ts';

/** By page name, from the pages' definitions (contract/pages); inlined by Vite (scripts/pageNames.ts). */
declare const __ROBOT_PANELS__: Readonly<Record<string, PanelRobots>>;
const [, , SUPER_ADMIN] = RELATIONS;

/** The robots in the panel of this page; undefined: it has no panel. */
export const panelOf = (shown: Pick<ShownPage, 'page'> | null): PanelRobots | undefined =>
  __ROBOT_PANELS__[shown?.page ?? ''];

export const isListed = (
  { navigation, relation }: Pick<Robot, 'navigation' | 'relation'>,
  robots: PanelRobots,
): boolean => (robots === 'navigation' ? navigation : robots === 'all' || relation === SUPER_ADMIN);
