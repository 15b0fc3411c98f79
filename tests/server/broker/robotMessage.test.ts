import { describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { MAX_MESSAGE_BYTES, readRobotMessage } from '../../../server/broker/robotMessage.ts';

const read = (text: string): unknown[] => {
  const heard: unknown[] = [];
  readRobotMessage('topic', Buffer.from(text), [(_topic, message) => void heard.push(message)], pino({ level: 'silent' }));
  return heard;
};

describe('a robot\'s message', () => {
  it('is read as JSON', () => expect(read('{"a":[1,"x\\ud83d\\ude00",null]}')).toEqual([{ a: [1, 'x😀', null] }]));
  it.each(['', 'hello', '{"a":', `"${'x'.repeat(MAX_MESSAGE_BYTES)}"`])('that is no JSON or too long goes no further', (text) => expect(read(text)).toEqual([]));
  it('loses the characters that no database keeps, in keys too', () => {
    expect(read('{"a\\u0000b":"x\\u0000y","c":["\\ud800","\\udc00z","\\ud83d\\ude00"]}')).toEqual([{ ab: 'xy', c: ['\ufffd', '\ufffdz', '😀'] }]);
  });
  it('has no number that cannot be passed on', () => {
    expect(read(`{"vx":1e999,"vy":-1E+400,"x":${'9'.repeat(400)},"y":1e100}`)).toEqual([{ vx: null, vy: null, x: null, y: 1e100 }]);
  });
  it('a hundred thousand deep harms nobody', () => {
    const deep = 100_000;
    expect(() => read(`${'['.repeat(deep)}"\\u0000"${']'.repeat(deep)}`)).not.toThrow();
    expect(() => read(`{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`)).not.toThrow();
  });
});
