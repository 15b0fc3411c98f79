import { describe, expect, it } from 'vitest';
import type { FloorPlan } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap, Site } from '../../../contract/entities/map.ts';
import { floorChoices, floorShown } from '../../../src/ui/canvas/floors.ts';
import { robotOf } from '../robotOf.ts';

const PLAN: FloorPlan = {
  width: 20,
  height: 10,
  outline: [],
  walls: [],
  outerWalls: [],
  windows: [],
  doors: [],
  columns: [],
  furniture: [],
  rooms: [],
};
const map = (id: string, siteId: string, floor: string): IndoorMap => ({
  id,
  siteId,
  floor,
  name: `${floor} floor`,
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: false,
  revision: 0,
  plan: PLAN,
  points: [],
});
const site = (id: string, name: string): Site => ({ id, name, timeZone: 'UTC', floors: [], demo: true });
const MAPS = [map('h1', 'h', '1F'), map('h2', 'h', '2F'), map('r1', 'r', '1F')];
const SITES = [site('h', 'Harbour'), site('r', 'Riverside')];
const on = (mapId: string) => robotOf({ live: { pose: { mapId, x: 1, y: 1, theta: 0 } } });

describe('the floors that the map offers', () => {
  const floors = floorChoices(SITES, MAPS, [on('h2'), on('h2'), on('r1')]);
  it('are those of every site, with their robots', () => {
    expect(floors.map(({ label, count }) => [label, count])).toEqual([
      ['Harbour 1F', 0],
      ['Harbour 2F', 2],
      ['Riverside 1F', 1],
    ]);
  });
  it('carry no site where there is one', () => {
    expect(floorChoices(SITES.slice(0, 1), MAPS, []).map(({ label }) => label)).toEqual(['1F', '2F']);
  });
  it('show the wanted one, else where most robots are', () => {
    expect([
      floorShown(floors, 'r1')?.id,
      floorShown(floors, null)?.id,
      floorShown(floors, 'gone')?.id,
      floorShown([], null),
    ]).toEqual(['r1', 'h2', 'h2', null]);
  });
});
