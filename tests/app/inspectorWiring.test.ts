/**
 * The inspector's wiring with real parts: files compressed and decompressed, a real recording store, a real recorder,
 * tabs on a channel.
 */
import { readFileSync } from 'node:fs';
import { type ActorRefFrom, createActor, fromCallback, setup, SimulatedClock } from 'xstate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problems } from '../../contract/endpoints/problems.ts';
import { packed } from '../../src/app/recorder/capsuleFile.ts';
import type { Services } from '../../src/app/services.ts';
import { wireInspector } from '../../src/app/wiring/inspector.ts';
import type { inspectorMachine } from '../../src/machines/inspector/inspector.machine.ts';
import type { OpenedRecording } from '../../src/machines/recording/opened.ts';
import type { Channel } from '../../src/services/recorderChannel.ts';
import type { Transport } from '../../src/services/transport.ts';
import { createKeyedStore } from '../../src/services/keyedStore.ts';
import { TAB } from '../fakes/inspected.ts';
import { sampleHead, sampleRecording } from '../fakes/sampleRecording.ts';

/** Wires the inspector to one channel shared with the test's tab. */
function startWired() {
  const channels = new Set<Channel>();
  const said: object[] = [];
  const shelf = createKeyedStore<OpenedRecording>();
  let ids = 0;
  const transport = vi.fn<Transport>();
  const services = {
    capsules: shelf,
    recorder: { tab: 'own' },
    transport,
    world: {
      newId: () => String((ids += 1)),
      ticks: () => 0,
      channel: (): Channel => {
        const channel: Channel = {
          onmessage: null,
          postMessage: (message) => void said.push(message),
          close: () => void channels.delete(channel),
        };
        channels.add(channel);
        return channel;
      },
    },
  } as unknown as Services;
  const root = createActor(
    setup({ actors: { screen: wireInspector(services), silent: fromCallback(() => {}) } }).createMachine({
      invoke: [
        { src: 'silent', id: 'navigation', systemId: 'navigation' },
        {
          src: 'screen',
          id: 'screen',
          systemId: 'screen',
          input: { page: 'inspector', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' },
        },
      ],
    }),
    { clock: new SimulatedClock() },
  ).start();
  const screen = root.system.get('screen') as unknown as ActorRefFrom<typeof inspectorMachine>;
  return {
    root,
    screen,
    shelf,
    said,
    channels,
    transport,
    context: () => screen.getSnapshot().context,
    tell: (message: object) => {
      for (const channel of [...channels]) channel.onmessage?.({ data: { tab: TAB.id, ...message } } as MessageEvent);
    },
    open: (file: Blob, name = 'x.capsule') =>
      screen.send({ type: 'capsule.open', wanted: { from: 'file', file, name } }),
  };
}

let wired: ReturnType<typeof startWired>;
beforeEach(() => {
  wired = startWired();
});
afterEach(() => {
  wired.root.stop();
});
const soon = (check: () => void) => vi.waitFor(check, { timeout: 8_000, interval: 10 });
const shownKey = () => wired.context().shown?.key ?? '';

describe('files', () => {
  it('are opened onto the shelf, the page of the recording chosen; the next takes the place of the one before', async () => {
    wired.open(await packed({ ...sampleHead, ...sampleRecording }));
    await soon(() => expect(wired.context().shown).toMatchObject({ from: 'file', actor: 2, length: 6 }));
    const first = shownKey();
    expect(wired.shelf.get(first)).toMatchObject({ head: sampleHead, root: 0 });
    wired.open(await packed({ ...sampleHead, ...sampleRecording }));
    await soon(() => expect(shownKey()).not.toBe(first));
    expect(wired.shelf.get(first)).toBeNull();
    const second = shownKey();
    wired.root.stop();
    expect(wired.shelf.get(second)).toBeNull();
  });

  it('that are none change nothing on the shelf', async () => {
    wired.open(await packed({ ...sampleHead, ...sampleRecording }));
    await soon(() => expect(shownKey()).not.toBe(''));
    const before = shownKey();
    wired.open(new Blob([readFileSync('package.json')]));
    await soon(() => expect(wired.context().failure?.code).toBe(40604));
    expect(shownKey()).toBe(before);
    expect(wired.shelf.get(before)).not.toBeNull();
  });

  it("say what today's machines cannot show of them", async () => {
    const recording = {
      ...sampleRecording,
      actors: { ...sampleRecording.actors, 9: { id: 'old', src: 'old', machine: 'oldPage', parent: 0 } },
    };
    wired.open(await packed({ ...sampleHead, ...recording }));
    await soon(() => expect(shownKey()).not.toBe(''));
    expect(wired.shelf.get(shownKey())?.issues).toContainEqual({ kind: 'machineGone', machine: 'oldPage' });
  });

  it('come from the server as reports', async () => {
    wired.transport.mockResolvedValue(await packed({ ...sampleHead, ...sampleRecording }));
    wired.screen.send({ type: 'capsule.open', wanted: { from: 'report', reportId: 'r7', name: 'It stopped' } });
    await soon(() => expect(wired.context().shown).toMatchObject({ from: 'report', name: 'It stopped' }));
    expect(wired.transport).toHaveBeenCalledWith(
      problems.file.path,
      { reportId: 'r7' },
      expect.objectContaining({ binary: true }),
    );
  });
});

describe('tabs', () => {
  const { steps, ...rest } = sampleRecording;

  it('are listed, followed and left', async () => {
    wired.tell({ type: 'here', title: TAB.title, page: TAB.page });
    expect(wired.context().tabs).toEqual([TAB]);
    wired.screen.send({ type: 'tab.follow', tab: TAB });
    expect(wired.said).toContainEqual({ type: 'follow', tab: TAB.id });
    wired.tell({ type: 'whole', head: sampleHead, recording: { ...rest, steps: steps.slice(0, 3) } });
    expect(wired.context()).toMatchObject({ shown: { from: 'tab', length: 3 }, step: 2 });
    wired.tell({ type: 'more', news: steps.slice(3).map((step) => ({ step, actors: {} })) });
    expect(wired.context()).toMatchObject({ shown: { length: 6 }, step: 5 });
    expect(wired.shelf.get(shownKey())?.replay.momentAt(5).states[2]?.value).toBe('loading');
    wired.screen.send({ type: 'tab.leave' });
    expect(wired.said.at(-1)).toEqual({ type: 'leave', tab: TAB.id });
    expect(wired.shelf.get(shownKey())).not.toBeNull();
  });

  it.each([
    ['a whole that is none', { type: 'whole', head: sampleHead, recording: { steps: 'none' } }, 40605],
    [
      'a whole of a newer console',
      { type: 'whole', head: { ...sampleHead, version: 99 }, recording: sampleRecording },
      40606,
    ],
  ])('%s is refused, and the tab left', (_, message, code) => {
    wired.screen.send({ type: 'tab.follow', tab: TAB });
    wired.tell(message);
    expect(wired.context()).toMatchObject({ shown: null, failure: { code } });
    expect(wired.said).toContainEqual({ type: 'leave', tab: TAB.id });
  });

  it('news that are none end the following; what came stays', () => {
    wired.screen.send({ type: 'tab.follow', tab: TAB });
    wired.tell({ type: 'whole', head: sampleHead, recording: sampleRecording });
    wired.tell({ type: 'more', news: [{ step: { at: 'never' } }] });
    expect(wired.screen.getSnapshot().hasTag('following')).toBe(false);
    expect(wired.context()).toMatchObject({ shown: { length: 6 }, failure: { code: 40605 } });
    expect(wired.shelf.get(shownKey())).not.toBeNull();
  });

  it('a tab that begins anew takes the place of what it told before', () => {
    wired.screen.send({ type: 'tab.follow', tab: TAB });
    wired.tell({ type: 'whole', head: sampleHead, recording: sampleRecording });
    wired.tell({ type: 'whole', head: sampleHead, recording: { ...rest, steps: steps.slice(0, 2) } });
    expect(wired.context()).toMatchObject({ shown: { length: 2 }, step: 1 });
    expect(wired.shelf.get(shownKey())?.recording.steps).toHaveLength(2);
  });
});
