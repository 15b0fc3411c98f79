/** Elevators and doors that are out of service: which of them block a run. */
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { blockedBy, wayOf, type DoorOut } from '../../../../contract/rules/schedule/outOfService.ts';

const elevator = (name: string, isOut: boolean, mapIds = ['m1', 'm2']) => ({ name, isOut, mapIds });
const door = { name: 'Gate', mapId: 'm1', areaIds: ['in-front', 'behind'], doorway: null, places: [] };
const WAY = { mapId: 'm1', areaIds: ['lobby', 'behind'], paths: [] };
const GATE = { type: 'doorOut', name: 'Gate' };

describe('a way', () => {
  it('is blocked by a door at one of its stops, on its map', () => {
    const equipment = { elevators: [], doors: [door] };
    expect(blockedBy(equipment, WAY, 'm1')).toEqual(GATE);
    expect(blockedBy(equipment, { ...WAY, areaIds: ['lobby'] }, 'm1')).toBeNull();
    expect(blockedBy(equipment, { ...WAY, mapId: 'm2' }, 'm2')).toBeNull();
  });

  it('to another floor is blocked when no elevator between the floors is left', () => {
    const between = (...elevators: ReturnType<typeof elevator>[]) => blockedBy({ elevators, doors: [] }, WAY, 'm2');
    expect(between(elevator('East', true))).toEqual({ type: 'elevatorOut', name: 'East' });
    expect(between(elevator('East', true), elevator('West', false))).toBeNull();
    expect(between(elevator('East', true), elevator('Staff', false, ['m2', 'm3']))).toMatchObject({ name: 'East' });
    // Without an elevator that is known to serve both floors nothing is known to be broken.
    expect(between(elevator('East', true, ['m2', 'm3']))).toBeNull();
  });

  it('on the floor of the robot, or from an unknown place, needs no elevator', () => {
    const equipment = { elevators: [elevator('East', true)], doors: [] };
    expect([blockedBy(equipment, WAY, 'm1'), blockedBy(equipment, WAY, undefined)]).toEqual([null, null]);
  });
});

describe('a door between two stops', () => {
  /** A corridor along y = 1, and a room behind the doorway from (4, 2) to (6, 2). */
  const drawn: DoorOut<string> = {
    ...door,
    doorway: [
      [4, 2],
      [6, 2],
    ],
  };
  const byPoint: DoorOut<string> = { ...door, places: [[5, 2]] };
  const along: Place[] = [
    [0, 1],
    [10, 1],
  ];
  const into: Place[] = [
    [0, 1],
    [5, 1],
    [5, 4],
  ];
  const past = (one: DoorOut<string>, ...paths: Place[][]) =>
    blockedBy({ elevators: [], doors: [one] }, { mapId: 'm1', areaIds: ['lobby', 'pool'], paths }, 'm1');

  it.each([
    ['drawn on the plan', drawn],
    ['known by its point', byPoint],
  ])('%s blocks the paths through it, not those along it', (_, one) => {
    expect(past(one, along, into)).toEqual(GATE);
    expect(past(one, [...into].reverse())).toEqual(GATE);
    expect(past(one, along)).toBeNull();
    expect(past(one, [], [[5, 1]])).toBeNull();
    expect(
      blockedBy({ elevators: [], doors: [one] }, { mapId: 'm2', areaIds: [], paths: [into] }, undefined),
    ).toBeNull();
  });

  it('of which neither doorway nor point is known blocks nothing', () => {
    expect(past({ ...door, places: [] }, into)).toBeNull();
  });

  it('on the way back to the first stop concerns only runs of more than one round', () => {
    const estimate = {
      stops: [
        { areaId: 'lobby', at: 0 },
        { areaId: 'pool', at: 60 },
      ],
      roundSeconds: 120,
      metres: 20,
      battery: 1,
      paths: [along, into],
    };
    const found = (rounds: number) =>
      blockedBy({ elevators: [], doors: [drawn] }, wayOf('m1', rounds, estimate), undefined);
    expect([found(1), found(2)]).toEqual([null, GATE]);
    expect(wayOf('m1', 2, null)).toEqual({ mapId: 'm1', areaIds: [], paths: [] });
  });
});
