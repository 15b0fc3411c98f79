/**
 * What the first chunks need of pages that are loaded later, inlined at build time: their names (src/app/pages.ts), and
 * which of them have the robot panel (src/ui/shell/robotPanelRules.ts).
 */
import { readdirSync } from 'node:fs';
import * as definitions from '../contract/pages/allPages.ts';
import type { PageDefinition } from '../contract/pages/definePage.ts';

const ENDING = '.page.ts';

export const pageNames = (): string[] =>
  readdirSync(new URL('../src/app/pages', import.meta.url))
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

const robotPanels = Object.fromEntries(
  Object.entries<PageDefinition>(definitions).map(([name, { robotPanel }]) => [name, robotPanel]),
);

export const definedPages = {
  __PAGES__: JSON.stringify(pageNames()),
  __ROBOT_PANELS__: JSON.stringify(robotPanels),
};
