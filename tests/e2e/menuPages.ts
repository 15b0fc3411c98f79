/** Paths of the pages in the menu, for tests of all pages. */
import * as definitions from '../../contract/pages/allPages.ts';

/** Pages that need more than their address, and are therefore tested by name. */
const BY_NAME = ['home', 'mapEditor', 'cruiseRoutes', 'inspector'];

/** Pages that an administrator opens by their address alone. */
export const MENU_PATHS: readonly string[] = Object.entries(definitions).flatMap(([name, { path, menu }]) =>
  menu && !BY_NAME.includes(name) ? [path] : [],
);
