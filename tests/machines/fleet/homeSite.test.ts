import { describe, expect, it } from 'vitest';
import type { Site } from '../../../contract/entities/map.ts';
import { siteOf } from '../../../src/machines/fleet/homeSite.ts';
import { robotOf } from '../../ui/robotOf.ts';

const site = (id: string): Site => ({ id, name: id, timeZone: 'UTC', floors: [], demo: true });
const SITES = [site('harbour'), site('riverside')];
const at = (siteId: string) => robotOf({ siteId });

describe('whose clock the frame shows', () => {
  it("is the current robot's site", () => {
    expect(siteOf(SITES, [at('harbour')], at('riverside'))?.id).toBe('riverside');
  });
  it('else the one with the most robots', () => {
    expect(siteOf(SITES, [at('harbour'), at('riverside'), at('riverside')], null)?.id).toBe('riverside');
  });
  it('else the first, or none', () => {
    expect(siteOf(SITES, [], null)?.id).toBe('harbour');
    expect(siteOf([], [], null)).toBeNull();
  });
});
