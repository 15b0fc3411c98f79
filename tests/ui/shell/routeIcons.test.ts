/** Icons of the menu: each that a page names is drawn, none is drawn for two pages. */
import { readFileSync } from 'node:fs';
import SquareDashed from 'lucide-react/icons/square-dashed';
import { expect, it } from 'vitest';
import * as definitions from '../../../contract/pages/allPages.ts';
import { MENU_GROUPS, type PageDefinition } from '../../../contract/pages/definePage.ts';
import { routeIcon } from '../../../src/ui/shell/routeIcons.ts';

const pages = Object.entries<PageDefinition>(definitions).flatMap(([name, { menu }]) =>
  menu?.icon ? [{ name, icon: menu.icon }] : [],
);
const used = [...pages, ...Object.entries(MENU_GROUPS).map(([name, { icon }]) => ({ name, icon }))];

it('each is known', () => {
  expect(used.filter(({ icon }) => routeIcon(icon) === SquareDashed)).toEqual([]);
  expect(routeIcon('no-such-icon')).toBe(SquareDashed);
});

it('no two pages share one', () => {
  const shared = pages.filter(({ name, icon }) => pages.some((other) => other.name !== name && other.icon === icon));
  expect(shared).toEqual([]);
});

it('none is loaded that no page names', () => {
  const text = readFileSync('src/ui/shell/routeIcons.ts', 'utf8');
  const known = [...text.matchAll(/^ {2}'?([\w-]+)'?: \w+,$/gmu)].map(([, name]) => name);
  expect(known.length).toBeGreaterThan(0);
  expect(known.filter((name) => !used.some(({ icon }) => icon === name))).toEqual([]);
});
