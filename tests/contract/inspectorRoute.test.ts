/**
 * The inspector's route (design 10, 13): anyone can open files in it, without a robot; only account administrators see
 * it in the menu.
 */
import { describe, expect, it } from 'vitest';
import { accessibleRoutes } from '../../contract/rules/routeAccess.ts';
import { routeTable } from '../../server/routes.ts';
import { pages } from '../../src/app/pages.ts';
import type { Access } from '../../src/machines/app/events.ts';
import { guard } from '../../src/machines/navigation/guard.ts';
import { placeOf } from '../../src/machines/navigation/query.ts';
import { menuEntries, pagesOf } from '../../src/ui/shell/menu.ts';
import { panelOf } from '../../src/ui/shell/robotPanelRules.ts';

const KNOWN = pages.names;
const shown = (access: Access) => guard(placeOf('/inspector?report=r1'), access, KNOWN);
const user = (robotCount: number): Access => ({
  who: 'user',
  userId: 'u',
  roles: ['operator'],
  routes: [],
  robotCount,
});

describe('the inspector', () => {
  it.each([
    ['a visitor', { who: 'visitor' }],
    ['somebody not yet known', { who: 'unknown' }],
    ['a person without robots', user(0)],
    ['a person with robots', user(3)],
  ] as const)('is open to %s', (_, access) => {
    expect(shown(access)).toMatchObject({
      kind: 'show',
      shown: { page: 'inspector', titleKey: 'routes.inspector', query: { report: 'r1' } },
    });
  });

  it('stands in the menu of account administrators only, and beside no robot panel', () => {
    const menuOf = (role: 'viewer' | 'operator' | 'admin') =>
      pagesOf(menuEntries(accessibleRoutes(routeTable(true, true), [role]), 'all', KNOWN)).map(({ path, icon }) => [
        path,
        icon,
      ]);
    expect(menuOf('admin')).toContainEqual(['/inspector', 'bug']);
    for (const role of ['viewer', 'operator'] as const) expect(menuOf(role)).not.toContainEqual(['/inspector', 'bug']);
    expect(panelOf({ page: 'inspector' })).toBeUndefined();
  });

  it('stands in the shell while somebody is signed in', async () => {
    expect((await pages.find('inspector'))?.frame).toBe('either');
  });
});
