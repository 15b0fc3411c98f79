/** A still picture over the account's own connection: what is asked of server and robot, and what of the answer is shown. */
import { createActor, createMachine, toPromise } from 'xstate';
import { expect, it } from 'vitest';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import type { RtcDown } from '../../contract/wire/rtc.ts';
import { announceStill, createStillTurns, fetchStill, type StillNeeds } from '../../src/app/wiring/stillPicture.ts';
import type { StillInput } from '../../src/machines/videoWall/videoTile.setup.ts';
import type { HeardListener, LinkTerms } from '../../src/services/mqttLinks.ts';
import { settle } from '../fakes/settle.ts';

const VIEWER = 'me~SN~tab-q';
const TERMS: LinkTerms = { clientId: 'me~account~tab-q', topics: [], mqttSubTopic: '' };
/** A JPEG header, without anything to see. */
const jpeg = (width: number, height: number, isWhole = true): string => {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const bytes = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, ...size, 1, 1, 0x11, 0, ...(isWhole ? [0xff, 0xd9] : [])];
  return btoa(String.fromCharCode(...bytes));
};

function start(isOpen = true, step: 'announce' | 'fetch' = 'fetch') {
  const listeners = new Set<HeardListener>();
  const watchers = new Set<(terms: LinkTerms | null) => void>();
  const cloud = {
    terms: isOpen ? TERMS : null,
    error: null as Error | null,
    views: [] as object[],
    subscribed: [] as string[],
    ended: [] as string[],
    sent: [] as [string, { type: string; call: string }][],
    read: [] as Blob[],
    kept: [] as string[],
  };
  const needs = {
    api: {
      robots: {
        view: async (input: object) => {
          cloud.views.push(input);
          if (cloud.error) throw cloud.error;
          return null;
        },
      },
    },
    links: {
      subscribe: async (_: string, topic: string) => void cloud.subscribed.push(topic),
      unsubscribe: (_: string, topic: string) => void cloud.ended.push(topic),
      publish: (_: string, topic: string, payload: string) => {
        cloud.sent.push([topic, JSON.parse(payload)]);
        return true;
      },
      listen: (_: string, listener: HeardListener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      watch: (_: string, watcher: (terms: LinkTerms | null) => void) => {
        watchers.add(watcher);
        watcher(cloud.terms);
        return () => void watchers.delete(watcher);
      },
    },
    streams: { keepStill: (key: string) => void cloud.kept.push(key) },
    clock: { now: () => 5_000 },
    newId: () => 'call-1',
    read: async (file: Blob) => {
      cloud.read.push(file);
      return { close: () => undefined } as ImageBitmap;
    },
  } as unknown as StillNeeds; // Only what a still picture needs.
  const input = { serialNumber: 'SN', quality: '360p' } satisfies StillInput;
  const logic = step === 'fetch' ? fetchStill(needs) : announceStill(needs);
  const actor = createActor(logic as ReturnType<typeof fetchStill>, { input });
  // Failures are read from the snapshot.
  actor.subscribe({ error: () => undefined });
  actor.start();
  return {
    cloud,
    actor,
    result: () => toPromise(actor),
    status: () => actor.getSnapshot().status,
    hear: async (message: RtcDown, topic = `rtc/SN/${VIEWER}/down`) => {
      for (const listener of listeners) listener([{ topic, payload: JSON.stringify(message), at: 0 }]);
      await settle();
    },
    setLink: async (terms: LinkTerms | null) => {
      cloud.terms = terms;
      for (const watcher of watchers) watcher(terms);
      await settle();
    },
    /** Listeners that are left. */
    left: () => listeners.size + watchers.size,
  };
}

it('is announced to the server as a viewing of the connection over which it is asked for', async () => {
  const one = start(false, 'announce');
  await settle();
  expect(one.cloud.views).toEqual([]);
  await one.setLink(TERMS);
  expect(await one.result()).toEqual({ refusal: null });
  expect(one.cloud.views).toEqual([{ serialNumber: 'SN', clientId: VIEWER, what: ['picture'] }]);
  expect([one.cloud.subscribed, one.cloud.sent, one.left()]).toEqual([[], [], 0]);
});

it.each([
  ['robotForeign', 'done'],
  ['networkFailed', 'error'],
] as const)('that the server answers with %s is %s', async (refusal, status) => {
  const one = start(false, 'announce');
  one.cloud.error = new BaseApiError(refusal);
  await one.setLink(TERMS);
  expect(one.status()).toBe(status);
  if (status === 'done') expect(await one.result()).toEqual({ refusal: 'notAllowed' });
});

it('is asked for once the connection is open, and kept with the time of the request', async () => {
  const one = start(false);
  await settle();
  await one.setLink(TERMS);
  expect(one.cloud.views).toEqual([]);
  expect(one.cloud.subscribed).toEqual([`rtc/SN/${VIEWER}/down`]);
  expect(one.cloud.sent).toEqual([[`rtc/SN/${VIEWER}/up`, { type: 'still', call: 'call-1', quality: '360p' }]]);
  // Of another robot, and of an earlier request.
  await one.hear({ type: 'still', call: 'call-1', picture: jpeg(640, 360) }, 'rtc/OTHER/me~OTHER~tab-q/down');
  await one.hear({ type: 'still', call: 'call-0', picture: jpeg(640, 360) });
  expect(one.status()).toBe('active');
  await one.hear({ type: 'still', call: 'call-1', picture: jpeg(640, 360) });
  expect(await one.result()).toEqual({ at: 5_000 });
  expect(one.cloud.ended).toEqual(one.cloud.subscribed);
  expect([one.cloud.kept, one.cloud.read.map(({ type }) => type), one.left()]).toEqual([
    ['still/SN'],
    ['image/jpeg'],
    0,
  ]);
});

it.each([
  ['no JPEG file', btoa('<svg/>')],
  ['a file that ends too early', jpeg(640, 360, false)],
  ['a picture that is too large', jpeg(60_000, 60_000)],
])('that is %s is not read at all', async (_, picture) => {
  const one = start();
  await settle();
  await one.hear({ type: 'still', call: 'call-1', picture });
  expect([one.status(), one.cloud.read, one.cloud.kept]).toEqual(['error', [], []]);
});

it('is refused by the robot with its reason', async () => {
  const one = start();
  await settle();
  await one.hear({ type: 'refused', call: 'call-1', reason: 'tooManyViewers' });
  expect(await one.result()).toEqual({ refusal: 'tooManyViewers' });
});

it('is withdrawn when nobody waits for it any more, and fails when the connection is lost', async () => {
  const one = start();
  await settle();
  one.actor.stop();
  await settle();
  expect(one.cloud.sent.at(-1)).toEqual([`rtc/SN/${VIEWER}/up`, { type: 'bye', call: 'call-1' }]);
  expect([one.left(), one.cloud.kept]).toEqual([0, []]);
  expect(one.cloud.ended).toEqual([`rtc/SN/${VIEWER}/down`]);
  const other = start();
  await settle();
  await other.setLink(null);
  expect([other.status(), other.left()]).toEqual(['error', 0]);
});

it('is a failure, no lost access, when the robot has not heard of the grant yet', async () => {
  const one = start();
  await settle();
  await one.hear({ type: 'refused', call: 'call-1', reason: 'notAllowed' });
  expect([one.status(), one.cloud.ended.length]).toEqual(['error', 1]);
});

it('is taken by five tiles at once; the next follows when one ends, and who leaves waits no more', () => {
  const turns = createStillTurns();
  const came: string[] = [];
  const waitAs = (name: string) =>
    createActor(
      createMachine({
        invoke: { src: turns },
        on: { 'turn.came': { actions: () => void came.push(name) } },
      }),
    ).start();
  const [first, second, , , , sixth] = ['1', '2', '3', '4', '5', '6', '7'].map(waitAs);
  expect(came).toEqual(['1', '2', '3', '4', '5']);
  sixth?.stop();
  first?.stop();
  expect(came.slice(5)).toEqual(['7']);
  waitAs('8');
  expect(came).toHaveLength(6);
  second?.stop();
  expect(came.at(-1)).toBe('8');
});
