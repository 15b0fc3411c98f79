import { expect, it } from 'vitest';
import fc from 'fast-check';
import { afterBeat, afterList, initialRobot, initialView, isGap } from '../../../src/machines/fleet/beats.ts';
import { NOW, robotOf } from '../../ui/robotOf.ts';

const A = robotOf({ serialNumber: 'A' });
const B = robotOf({ serialNumber: 'B', kind: 'security' });
const robots = { A, B };
const beat = (change: object = {}) => ({ time: NOW, beat: 2, broker: 'ok' as const, robots: [], heard: {}, ...change });

it('a beat changes what it speaks of, derived words included, and nothing else', () => {
  const next = afterBeat(
    robots,
    beat({ robots: [{ ...A.live, connection: 'broken', status: 'offline', charging: true }] }),
  );
  expect(next['A']).toMatchObject({ onLineStatus: '0', actionStatus: '2', live: { status: 'offline' } });
  expect(next['B']).toBe(B);
});
it('a beat that only heard somebody moves the time of receipt', () => {
  const next = afterBeat(robots, beat({ heard: { B: NOW + 5, unknown: NOW } }));
  expect(next['B']?.live.at).toBe(NOW + 5);
  expect(next['B']?.robotNickName).toBe(B.robotNickName);
  expect(Object.keys(next)).toEqual(['A', 'B']);
});
it('an empty beat gives the same picture, so that nothing is drawn', () =>
  expect(afterBeat(robots, beat())).toBe(robots));

it.each([
  [null, 7, false],
  [6, 7, false],
  [7, 7, false],
  [5, 7, true],
  [9, 7, true],
  [0, 7, true],
])('after beat %j, beat %i is a gap: %s', (last, number, expected) =>
  expect(isGap(last, robots, beat({ beat: number }))).toBe(expected),
);
it('a robot that nobody knows is a gap', () =>
  expect(isGap(1, robots, beat({ robots: [{ ...A.live, serialNumber: 'new' }] }))).toBe(true));

it('a list does not undo what beats said since it was asked for', () => {
  const known = { A: { ...A, live: { ...A.live, battery: 10 } }, B };
  const list = [
    robotOf({ serialNumber: 'A', robotNickName: 'New name', live: { battery: 99 } }),
    robotOf({ serialNumber: 'C' }),
  ];
  const next = afterList(known, ['A'], list);
  expect(next['A']).toMatchObject({ robotNickName: 'New name', live: { battery: 10 } });
  expect(Object.keys(next)).toEqual(['A', 'C']);
  expect(afterList(known, [], list)['A']?.live.battery).toBe(99);
});

it('the initial robot is the stored one if it is listed, else the first (any list)', () => {
  const serials = fc.uniqueArray(fc.constantFrom<string>('A', 'B', 'C', 'D'));
  fc.assert(
    fc.property(serials, fc.constantFrom<string>('', 'A', 'C', 'X'), (order, stored) => {
      const known = Object.fromEntries(order.map((serialNumber) => [serialNumber, robotOf({ serialNumber })]));
      expect(initialRobot(stored, order, known, 'all')).toBe(order.includes(stored) ? stored : (order[0] ?? ''));
    }),
  );
});
it('the initial robot is one of the view', () => {
  expect(initialRobot('A', ['A', 'B'], robots, 's')).toBe('B');
  expect(initialRobot('A', ['A', 'B'], robots, 'd')).toBe('');
});
it('a view that one has no robot of gives way to all', () => {
  expect(initialView('s', robots)).toBe('s');
  expect(initialView('d', robots)).toBe('all');
});
