import { expect, it } from 'vitest';
import { createFleetFeedParser } from '../../src/services/parseFleetFeed.ts';
import { liveOf } from '../ui/robotOf.ts';

const beat = (robots: unknown[], change: object = {}) =>
  JSON.stringify({ time: 1, beat: 1, broker: 'ok', heard: { A: 5 }, robots, ...change });
const many = (count: number) => Array.from({ length: count }, (_, index) => liveOf({ serialNumber: `R${index}` }));

it('reads a beat, empty or not, and leaves out what it does not know', () => {
  const read = createFleetFeedParser();
  expect(read(beat([]))).toEqual({ time: 1, beat: 1, broker: 'ok', heard: { A: 5 }, robots: [] });
  expect(read(beat([{ ...liveOf(), more: 1 }])).robots).toEqual([liveOf()]);
});

it.each([
  ['no JSON', 'nonsense'],
  ['another thing', '{"hello":1}'],
  ['a time in words', beat([], { time: 'now' })],
  ['a broker of its own', beat([], { broker: 'fine' })],
  ['a robot that is none', beat([{ serialNumber: 'A' }])],
  ['null for a robot', beat([null])],
])('refuses %s', (_, text) => expect(() => createFleetFeedParser()(text)).toThrow());

it('looks at every robot of a large fleet, and refuses one without a place or a name', () => {
  const robots = many(200);
  expect(createFleetFeedParser()(beat(robots)).robots).toHaveLength(200);
  for (const broken of [
    { pose: { mapId: 'm', x: null, y: 1, theta: 0 } },
    { pose: undefined },
    { serialNumber: 7 },
    { problems: null },
    { path: 'none' },
    { at: 'now' },
    { status: undefined },
  ])
    expect(
      () => createFleetFeedParser()(beat(robots.with(150, { ...robots[150]!, ...(broken as object) }))),
      JSON.stringify(broken),
    ).toThrow();
});

it('parses another part of a large fleet in full with each beat', () => {
  const read = createFleetFeedParser();
  // An invalid mode is harmless, and only the schema detects it.
  const odd = beat(many(200).with(120, { ...liveOf({ serialNumber: 'R120' }), mode: 'DREAMING' as never }));
  expect(read(odd).robots).toHaveLength(200);
  expect(read(odd).robots).toHaveLength(200);
  expect(() => read(odd)).toThrow();
});
