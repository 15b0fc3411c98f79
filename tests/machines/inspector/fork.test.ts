/** The fork in the inspector: input is validated before an event is sent, and the results are shown. */
import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { loadMachines } from '../../../src/machines/all.ts';
import type { OpenedRecording } from '../../../src/machines/recording/opened.ts';
import { forkMachine, readEvent } from '../../../src/machines/inspector/fork.machine.ts';
import { runFork } from '../../../src/machines/inspector/runFork.ts';
import { startInspector } from '../../fakes/inspected.ts';
import { playConsole } from '../../fakes/playedConsole.ts';
import { settle } from '../../fakes/settle.ts';

async function start(change: { step?: number; key?: string; machines?: () => Promise<never> } = {}) {
  const played = (await playConsole()).toPage();
  const capsule = played.capsule();
  const put = vi.fn<(key: string, capsule: OpenedRecording) => void>();
  const drop = vi.fn();
  const step = change.step ?? capsule.recording.steps.length - 1;
  const actor = createActor(
    forkMachine.provide({
      actors: {
        run: runFork(
          { get: (key) => (key === 'capsule/1' ? capsule : null), put, drop },
          change.machines ?? loadMachines,
          () => 'fork/1',
        ) as never,
      },
    }),
    { input: { capsule: change.key ?? 'capsule/1', step } },
  ).start();
  await vi.waitFor(() => expect(actor.getSnapshot().value).not.toBe('starting'));
  const forked = () => put.mock.lastCall![1];
  const numberOf = (name: string) =>
    Number(Object.keys(forked().recording.actors).findLast((key) => forked().recording.actors[key]!.systemId === name));
  return { actor, put, drop, forked, numberOf, played, context: () => actor.getSnapshot().context };
}

describe('what is typed', () => {
  it.each([
    ['', '{}', 'noType'],
    ['x', '{', 'notJson'],
    ['x', '[1]', 'notObject'],
    ['x', '7', 'notObject'],
    ['x', 'null', 'notObject'],
  ])('%j with %j is refused: %s', (type, payload, fault) => expect(readEvent({ type, payload })).toBe(fault));
  it('becomes an event of that name, whatever name its fields say', () => {
    expect(readEvent({ type: ' filter.set ', payload: '{"filter":"alarm","type":"other"}' })).toEqual({
      type: 'filter.set',
      filter: 'alarm',
    });
    expect(readEvent({ type: 'x', payload: '  ' })).toEqual({ type: 'x' });
  });
});

describe('a fork', () => {
  it('tells the chosen actor what was typed, and shows what became of it', async () => {
    const { actor, numberOf, forked, context } = await start();
    expect(context()).toMatchObject({ length: 0, effects: [], broken: null });
    const fleet = numberOf('fleet');
    actor.send({ type: 'actor.choose', actor: fleet });
    actor.send({ type: 'type.change', value: 'filter.set' });
    actor.send({ type: 'payload.change', value: '{"filter":' });
    actor.send({ type: 'event.send', actor: fleet });
    expect(context()).toMatchObject({ fault: 'notJson', length: 0 });
    actor.send({ type: 'payload.change', value: '{"filter":"alarm"}' });
    expect(context().fault).toBeNull();
    actor.send({ type: 'event.send', actor: fleet });
    expect(context()).toMatchObject({ fault: null, length: 1 });
    expect(forked().recording.steps[0]).toMatchObject({
      actor: fleet,
      event: { type: 'filter.set', filter: 'alarm' },
      patch: { set: { filter: 'alarm' } },
    });
    actor.send({ type: 'type.change', value: 'fleet.refresh' });
    actor.send({ type: 'event.send', actor: fleet });
    expect(context().effects.map(({ name }) => name)).toContain('load');
    actor.send({ type: 'actor.choose', actor: 0 });
    expect(context()).toMatchObject({ actor: 0, type: '', payload: '{}' });
    actor.stop();
  });

  it('moves the clock by what was typed, or to the next timer', async () => {
    const { actor, context } = await start();
    const { at } = context();
    for (const value of ['', 'x', '-1', '1e99']) {
      actor.send({ type: 'ms.change', value });
      actor.send({ type: 'clock.advance' });
      expect(context()).toMatchObject({ fault: 'notTime', at });
    }
    actor.send({ type: 'ms.change', value: '250' });
    actor.send({ type: 'clock.advance' });
    expect(context()).toMatchObject({ fault: null, at: at + 250 });
    const next = context().next!;
    expect(next).toBeGreaterThan(at + 250);
    actor.send({ type: 'clock.next' });
    expect(context().at).toBe(next);
    actor.stop();
  });

  it('says that nobody hears, and that the state cannot be forked', async () => {
    const { actor, context } = await start();
    actor.send({ type: 'type.change', value: 'x' });
    actor.send({ type: 'event.send', actor: 4_711 });
    expect(context().fault).toBe('notHeard');
    actor.stop();
    const refused = await start({ machines: () => Promise.resolve({} as never) });
    expect(refused.actor.getSnapshot().value).toBe('refused');
    expect(refused.context().refusal?.issues[0]).toMatchObject({ kind: 'machineGone' });
    refused.actor.stop();
    const absent = await start({ machines: () => Promise.reject(new Error('no chunk')) });
    expect(absent.context().refusal).toEqual({ issues: [], said: 'no chunk' });
    absent.actor.stop();
    const gone = await start({ key: 'capsule/gone' });
    expect(gone.context().refusal?.said).toContain('capsule/gone');
    gone.actor.stop();
  });

  it('is over when its page is', async () => {
    const { actor, put, drop } = await start();
    expect(put.mock.lastCall![0]).toBe('fork/1');
    actor.stop();
    expect(drop).toHaveBeenCalledWith('fork/1');
    await settle();
    const told = put.mock.calls.length;
    await settle();
    expect(put).toHaveBeenCalledTimes(told);
  });
});

it('lives while its pane is shown, and leaves the recording at the step one was at', async () => {
  const { actor, openFile } = startInspector();
  const fork = () => actor.getSnapshot().children.fork;
  actor.send({ type: 'pane.choose', pane: 'fork' });
  expect(fork()).toBeUndefined();
  actor.send({ type: 'pane.choose', pane: 'chart' });
  openFile('porter.capsule');
  await settle();
  actor.send({ type: 'step.go', step: 3 });
  actor.send({ type: 'pane.choose', pane: 'fork' });
  expect(fork()?.getSnapshot()).toMatchObject({ value: 'starting', context: { capsule: 'capsule/1', step: 3 } });
  actor.send({ type: 'pane.choose', pane: 'stage' });
  expect(fork()).toBeUndefined();
});
