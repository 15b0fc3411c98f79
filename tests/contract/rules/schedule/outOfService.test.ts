/** Elevators and doors that are out of service: which of them block a run. */
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import {
  approachLegs,
  blockedBy,
  wayOf,
  type DoorOut,
  type LegPath,
} from '../../../../contract/rules/schedule/outOfService.ts';

const elevator = (name: string, isOut: boolean, mapIds = ['m1', 'm2']) => ({ name, isOut, mapIds, places: [] });
const door = { name: 'Gate', mapId: 'm1', areaIds: ['in-front', 'behind'], doorway: null, places: [] };
const WAY = { mapId: 'm1', areaIds: ['lobby', 'behind'], paths: [], approaches: [] };
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

const LENGTH = { roundSeconds: 120, metres: 20, battery: 1 };
const stopsAt = (...areaIds: string[]) => areaIds.map((areaId, i) => ({ areaId, at: i * 60 }));

describe('the ways to the first stop that are planned', () => {
  const robot = { mapId: 'm1', at: [1, 1] satisfies Place };
  const first = { mapId: 'm2', at: [9, 9] satisfies Place };
  const at = (mapId: string, x: number) => ({ mapId, at: [x, 0] satisfies Place });
  const [east, west] = [elevator('East', false), elevator('West', false)].map((one, i) => ({
    ...one,
    places: [at('m1', 10 + i), at('m1', 20 + i), at('m2', 30 + i)],
  }));
  const doorOn = (mapId: string): DoorOut<string> => ({ ...door, mapId });
  const [toEast, toWest] = [10, 11].map((x) => ({ mapId: 'm1', from: robot.at, to: [x, 0] }));
  const [fromEast, fromWest] = [30, 31].map((x) => ({ mapId: 'm2', from: [x, 0], to: first.at }));
  if (!east || !west) throw new Error('there are two');

  it('are one on the same floor, if a door is out of service there', () => {
    const there = { ...first, mapId: 'm1' };
    const legs = [[{ mapId: 'm1', from: robot.at, to: first.at }]];
    expect(approachLegs({ elevators: [east], doors: [doorOn('m1')] }, robot, there)).toEqual(legs);
    expect(approachLegs({ elevators: [east], doors: [doorOn('m2')] }, robot, there)).toEqual([]);
  });

  it('to another floor lead to the nearest place of each elevator in service and on from there', () => {
    const ways = (...doors: DoorOut<string>[]) => approachLegs({ elevators: [east, west], doors }, robot, first);
    expect(ways(doorOn('m1'), doorOn('m2'))).toEqual([
      [toEast, fromEast],
      [toWest, fromWest],
    ]);
    expect(ways(doorOn('m2'))).toEqual([[fromEast], [fromWest]]);
    expect(ways()).toEqual([]);
    const broken = { ...east, isOut: true };
    expect(approachLegs({ elevators: [broken, west], doors: [doorOn('m1')] }, robot, first)).toEqual([[toWest]]);
  });

  it('are none if an elevator is where no place is known: it can be taken for all that is known', () => {
    const elevators = [east, { ...west, places: [at('m2', 31)] }];
    expect(approachLegs({ elevators, doors: [doorOn('m1')] }, robot, first)).toEqual([]);
    expect(approachLegs({ elevators: [], doors: [doorOn('m1')] }, robot, first)).toEqual([]);
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
    blockedBy({ elevators: [], doors: [one] }, { ...WAY, areaIds: ['lobby', 'pool'], paths }, 'm1');

  it.each([
    ['drawn on the plan', drawn],
    ['known by its point', byPoint],
  ])('%s blocks the paths through it, not those along it', (_, one) => {
    expect(past(one, along, into)).toEqual(GATE);
    expect(past(one, [...into].reverse())).toEqual(GATE);
    expect(past(one, along)).toBeNull();
    expect(past(one, [], [[5, 1]])).toBeNull();
    expect(
      blockedBy({ elevators: [], doors: [one] }, { ...WAY, mapId: 'm2', areaIds: [], paths: [into] }, undefined),
    ).toBeNull();
  });

  it('of which neither doorway nor point is known blocks nothing', () => {
    expect(past({ ...door, places: [] }, into)).toBeNull();
  });

  it('on the way back to the first stop concerns only runs of more than one round', () => {
    const estimate = { ...LENGTH, stops: stopsAt('lobby', 'pool'), paths: [along, into] };
    const found = (rounds: number) =>
      blockedBy({ elevators: [], doors: [drawn] }, wayOf('m1', rounds, estimate, []), undefined);
    expect([found(1), found(2)]).toEqual([null, GATE]);
    expect(wayOf('m1', 2, null, [])).toEqual({ mapId: 'm1', areaIds: [], paths: [], approaches: [] });
  });

  it('that only leads to a stop that exceptions leave out in every round blocks nothing', () => {
    const estimate = { ...LENGTH, stops: stopsAt('behind', 'lobby', 'pool'), paths: [into, along, into] };
    const found = (rounds: number, ...skips: [round: number, stop: number][]) =>
      blockedBy(
        { elevators: [], doors: [drawn] },
        wayOf(
          'm1',
          rounds,
          estimate,
          skips.map(([round, stop]) => ({ round, stop })),
        ),
        'm1',
      );
    expect(found(1)).toEqual(GATE);
    expect(found(1, [0, 0])).toBeNull();
    expect(found(2, [0, 0])).toEqual(GATE);
    expect(found(2, [0, 0], [1, 0])).toBeNull();
    expect(found(1, [0, 1])).toEqual(GATE);
  });

  it('beyond a part without cells blocks the run, unless an exception leaves out one of its ends', () => {
    const [a, b, c] = stopsAt('lobby', 'empty', 'pool');
    if (!a || !b || !c) throw new Error('there are three');
    const empty = { ...b, hasNoCells: true as const };
    const found = (stops: (typeof a)[], paths: Place[][], ...skipped: number[]) =>
      blockedBy(
        { elevators: [], doors: [drawn] },
        wayOf(
          'm1',
          1,
          { ...LENGTH, stops, paths },
          skipped.map((stop) => ({ round: 0, stop })),
        ),
        'm1',
      );
    expect(found([a, empty, c], [into, [], along])).toEqual(GATE);
    expect(found([a, empty, c], [into, [], along], 1)).toEqual(GATE);
    expect(found([a, empty, c], [into, [], along], 2)).toBeNull();
    // The way back to the first part, which a single round does not take.
    expect(found([a, c, empty], [along, into, []])).toBeNull();
  });

  it('on the way to the first stop blocks the run, also one whose ways are not known', () => {
    const found = (path: Place[]) =>
      blockedBy({ elevators: [], doors: [drawn] }, wayOf('m1', 1, null, [], [[{ mapId: 'm1', path }]]), 'm1');
    expect([found(into), found(along), found([])]).toEqual([GATE, null, null]);
  });

  it('on every way to the first stop blocks the run, not one on some of them', () => {
    const upstairs = { ...drawn, name: 'Fire door', mapId: 'm2' };
    const through: LegPath[] = [{ mapId: 'm1', path: into }];
    const atEnd: LegPath[] = [
      { mapId: 'm1', path: along },
      { mapId: 'm2', path: into },
    ];
    const past: LegPath[] = [{ mapId: 'm1', path: along }];
    const found = (...approaches: LegPath[][]) =>
      blockedBy({ elevators: [], doors: [drawn, upstairs] }, wayOf('m2', 1, null, [], approaches), 'm1');
    expect(found(through, atEnd)).toEqual(GATE);
    expect(found(atEnd)).toEqual({ type: 'doorOut', name: 'Fire door' });
    expect(found(through, past)).toBeNull();
    expect(found()).toBeNull();
  });
});
