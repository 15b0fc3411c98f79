/** Every call there is, by area. */
import { commands } from './commands.ts';
import { control } from './control.ts';
import { faults } from './faults.ts';
import { maps } from './maps.ts';
import { robots } from './robots.ts';
import { session } from './session.ts';

export const catalogue = { session, robots, maps, commands, control, faults };
export type CatalogueByArea = typeof catalogue;
