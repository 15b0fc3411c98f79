import { describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { MESSAGE_MAX_BYTES } from '../../../contract/rules/messageLimits.ts';
import { readRobotMessage } from '../../../server/broker/robotMessage.ts';

const read = (text: string, name = 'state'): unknown[] => {
  const heard: unknown[] = [];
  readRobotMessage(
    `uagv/v2/Acme/A-1/${name}`,
    Buffer.from(text),
    [(_topic, message) => void heard.push(message)],
    pino({ level: 'silent' }),
  );
  return heard;
};

describe("a robot's message", () => {
  it('is read as JSON', () => expect(read('{"a":[1,"x\\ud83d\\ude00",null]}')).toEqual([{ a: [1, 'x😀', null] }]));
  it.each(['', 'hello', '{"a":', `"${'x'.repeat(MESSAGE_MAX_BYTES)}"`])(
    'that is no JSON or too long goes no further',
    (text) => expect(read(text)).toEqual([]),
  );
  it('loses the characters that no database keeps, in keys too', () => {
    expect(read('{"a\\u0000b":"x\\u0000y","c":["\\ud800","\\udc00z","\\ud83d\\ude00"]}')).toEqual([
      { ab: 'xy', c: ['\ufffd', '\ufffdz', '😀'] },
    ]);
  });
  it('has no number that cannot be passed on', () => {
    expect(read(`{"vx":1e999,"vy":-1E+400,"x":${'9'.repeat(400)},"y":1e100}`)).toEqual([
      { vx: null, vy: null, x: null, y: 1e100 },
    ]);
  });
  it('a hundred thousand deep harms nobody', () => {
    const deep = 100_000;
    expect(() => read(`${'['.repeat(deep)}"\\u0000"${']'.repeat(deep)}`)).not.toThrow();
    expect(() => read(`{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`)).not.toThrow();
  });
  it.each([
    ['connection', 4],
    ['visualization', 64],
    ['events', 64],
    ['private/events', 64],
    ['state', 256],
    ['factsheet', 256],
  ])('on %s is taken up to %i KiB', (name, kib) => {
    const text = JSON.stringify('x'.repeat(kib * 1024 - 2));
    expect(read(text, name)).toHaveLength(1);
    expect(read(`${text} `, name)).toEqual([]);
  });
  it('is looked at once, whatever stands in it: long runs of digits cost no more than other text', () => {
    const work = (text: string): number => {
      const times = Array.from({ length: 15 }, () => {
        const began = performance.now();
        expect(read(text)).toHaveLength(1);
        return performance.now() - began;
      });
      return Math.min(...times);
    };
    const filled = (piece: string): string => JSON.stringify(piece.repeat(Math.floor((255 * 1024) / piece.length)));
    // Both are measured on the same machine. The ratio was once 200.
    expect(work(filled(`${'9'.repeat(299)}a`))).toBeLessThan(20 * work(filled(`${'a'.repeat(299)}9`)) + 5);
  });
});
