/** What the guests of the demo's sites order. */
import { orderOn, type DemoOrder } from '../../../demo/guests.ts';
import { SITES } from '../../../demo/sites.ts';

export const DEMO_SITE_IDS: readonly string[] = SITES.map(({ id }) => id);
/** @param chance 0 <= x < 1 */
export const demoOrderOn = (siteId: string, chance: () => number): DemoOrder | null => orderOn(siteId, chance);
