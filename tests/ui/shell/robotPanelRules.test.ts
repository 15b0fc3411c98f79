import { describe, expect, it } from 'vitest';
import * as definitions from '../../../contract/pages/allPages.ts';
import type { PageDefinition } from '../../../contract/pages/definePage.ts';
import { loadMachines } from '../../../src/machines/all.ts';
import { isListed, panelOf } from '../../../src/ui/shell/robotPanelRules.ts';

const PAGES = Object.entries<PageDefinition>(definitions);
/** Spec 2: paths that contain one of these have no panel. */
const WITHOUT = ['/home', '/cruise-record', '/event-record', '/delivery-record', '/disinfect-record', '/industrydb'];

/** Pages that run the machine of another one. */
const SHARED: Readonly<Record<string, string>> = { videoControl: 'videoWall' };

describe('the robot panel', () => {
  it('is on the pages that follow the choice of a robot, and on no other', async () => {
    const machines = await loadMachines();
    const follows = (name: string): boolean =>
      machines[SHARED[name] ?? name]?.events.includes('page.robotChanged') ?? false;
    const pages = PAGES.map(([name]) => name);
    expect(pages.filter((page) => panelOf({ page }) !== undefined)).toEqual(pages.filter(follows));
  });
  it.each(['inquiry', 'changelog', 'notFound', 'signIn'])('is not on the page %s', (page) => {
    expect(panelOf({ page })).toBeUndefined();
  });
  it('is hidden where the spec hides it', () => {
    const paths = PAGES.filter(([page]) => panelOf({ page })).map(([, { path }]) => path);
    expect(paths.filter((path) => WITHOUT.some((part) => path.includes(part)))).toEqual([]);
    expect(panelOf(null)).toBeUndefined();
  });

  it('lists robots with navigation, or those of which the user is super administrator', () => {
    const still = { navigation: false, relation: 'member' } as const;
    const mine = { navigation: false, relation: 'superAdmin' } as const;
    expect([isListed(still, 'navigation'), isListed({ ...still, navigation: true }, 'navigation')]).toEqual([
      false,
      true,
    ]);
    expect([isListed(still, 'owned'), isListed(mine, 'owned')]).toEqual([false, true]);
    expect(isListed(still, 'all')).toBe(true);
  });
});
