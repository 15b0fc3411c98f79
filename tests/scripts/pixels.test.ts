/**
 * Parts of the page screenshot comparison: finding a recorded response, freezing texts, delivering messages, counting
 * pixels.
 */
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import * as definitions from '../../contract/pages/allPages.ts';
import { comparePictures } from '../../scripts/pixels/pictures.ts';
import { createAnswers, exactKey, looseKey, type RecordedAnswer } from '../../scripts/pixels/recording.ts';
import { matches } from '../../scripts/pixels/replayBroker.ts';
import { FORBIDDEN, pagePathOf, SCENES } from '../../scripts/pixels/scenes.ts';
import { frozen } from '../../scripts/pixels/texts.ts';
import { STATIC_PATHS } from '../../src/machines/navigation/routes.ts';

it('has a picture of every page', () => {
  // The page of an unknown path has one at an unknown path.
  const paths = [...Object.values(definitions).map(({ path }) => path), ...STATIC_PATHS].filter(
    (path) => path !== '/404',
  );
  const shown = new Set(SCENES.filter((scene) => scene !== FORBIDDEN).map(pagePathOf));
  expect(paths.filter((path) => !shown.has(path))).toEqual([]);
});

it('has names for its pictures that are files, each once', () => {
  const names = SCENES.map(({ name }) => name);
  expect(names.filter((name, i) => !/^[a-z\d-]+$/iu.test(name) || names.indexOf(name) !== i)).toEqual([]);
});

const body = (data: unknown, id = 'a'.repeat(32)): string => JSON.stringify({ id, data, extra: id });
const PATH = '/apis/robot/get-list';

it('knows a request by its path and data, whatever its id and signature', () => {
  expect(exactKey(PATH, body({ b: 1, a: 'x' }))).toBe(exactKey(PATH, body({ a: 'x', b: 1 }, 'b'.repeat(32))));
  expect(exactKey(PATH, body({ a: 1 }))).not.toBe(exactKey(PATH, body({ a: 2 })));
  expect(exactKey(PATH, body({ a: 1 }))).not.toBe(exactKey('/apis/robot/get', body({ a: 1 })));
  expect(exactKey('/files/avatar/1', null)).toBe('/files/avatar/1 ""');
});

it.each([
  ['a time in milliseconds', { since: 1_795_425_000_000 }, { since: 1_795_425_999_999 }],
  ['a written time', { since: '2026-11-23T09:00:00.000Z' }, { since: '2026-11-23T10:30:00Z' }],
  ['the number of a report', { sequence: 4_211 }, { sequence: 87 }],
  ['a random id', { clientId: '0f3c9a71bd22' }, { clientId: 'ffeeddccbbaa' }],
  ['the address of the server', { host: 'http://127.0.0.1:40123' }, { host: 'http://console.localhost' }],
])('sees no difference in %s', (_, one, other) => {
  expect(looseKey(exactKey(PATH, body(one)))).toBe(looseKey(exactKey(PATH, body(other))));
});

it.each([
  ['a day', { day: '2026-11-23' }, { day: '2026-11-24' }],
  ['a serial number', { serialNumber: 'W1-2308-0417' }, { serialNumber: 'W1-2308-0418' }],
  ['a page', { offset: 0 }, { offset: 50 }],
])('sees the difference in %s', (_, one, other) => {
  expect(looseKey(exactKey(PATH, body(one)))).not.toBe(looseKey(exactKey(PATH, body(other))));
});

it('answers with what was recorded for the very same request, else for one like it, else not at all', () => {
  const answer = (data: unknown, text: string): RecordedAnswer => ({
    key: exactKey(PATH, body(data)),
    status: 200,
    headers: {},
    body: text,
  });
  const find = createAnswers([
    answer({ clientId: '0f3c9a71bd22' }, 'first'),
    answer({ clientId: 'ffeeddccbbaa' }, 'second'),
    answer({ clientId: '0f3c9a71bd22' }, 'later'),
  ]);
  expect(find(exactKey(PATH, body({ clientId: 'ffeeddccbbaa' })))?.body).toBe('second');
  expect(find(exactKey(PATH, body({ clientId: '0f3c9a71bd22' })))?.body).toBe('first');
  expect(find(exactKey(PATH, body({ clientId: '123456789abc' })))?.body).toBe('first');
  expect(find(exactKey(PATH, body({ robot: 'other' })))).toBeUndefined();
});

it('keeps saved texts under the keys of today, unless something else is filled into them', () => {
  const now = {
    title: 'New',
    added: 'Added',
    renamed: 'Hello {name}',
    same: 'To {place|nowhere}',
    count: { one: '1', other: '{count} robots' },
  };
  const saved = {
    title: 'Old',
    gone: 'Gone',
    renamed: 'Hello {who}',
    same: 'For {place|none}',
    count: { one: 'one', other: '{count} of them' },
  };
  expect(frozen(now, saved)).toEqual({
    title: 'Old',
    added: 'Added',
    renamed: 'Hello {name}',
    same: 'For {place|none}',
    count: { one: 'one', other: '{count} of them' },
  });
  expect(frozen(now, undefined)).toEqual(now);
});

it.each([
  ['users/1/fleet', 'users/1/fleet', true],
  ['users/1/fleet', 'users/2/fleet', false],
  ['uagv/v2/acme/r1/+', 'uagv/v2/acme/r1/state', true],
  ['uagv/v2/acme/r1/+', 'uagv/v2/acme/r1/private/events', false],
  ['uagv/#', 'uagv/v2/acme', true],
  ['uagv/+/acme', 'uagv/v2', false],
])('a subscription to %s and a message on %s: %s', (filter, topic, expected) => {
  expect(matches(filter, topic)).toBe(expected);
});

const picture = (width: number, height: number, change?: (data: Buffer) => void): Buffer => {
  const png = new PNG({ width, height });
  png.data.fill(255);
  change?.(png.data);
  return PNG.sync.write(png);
};

it('counts every pixel that differs, however little, and marks them', () => {
  expect(comparePictures(picture(4, 4), picture(4, 4))).toEqual({ differing: 0, difference: null });
  const { differing, difference } = comparePictures(
    picture(4, 4),
    picture(4, 4, (data) => {
      data[0] = 254;
      data[20] = 0;
    }),
  );
  expect(differing).toBe(2);
  expect(PNG.sync.read(difference!)).toMatchObject({ width: 4, height: 4 });
});

it('takes all pixels of a picture of another size for different', () => {
  expect(comparePictures(picture(4, 4), picture(4, 5)).differing).toBe(20);
});
