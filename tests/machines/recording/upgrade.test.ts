/** A recording of an older version opens with today's names, in every step. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { unpacked } from '../../../src/app/recorder/capsuleFile.ts';
import { loadMachines } from '../../../src/machines/all.ts';
import {
  type Capsule,
  type Json,
  type Patch,
  RECORDING_VERSION,
  type Step,
} from '../../../src/machines/recording/format.ts';
import { opened } from '../../../src/machines/recording/opened.ts';
import { type Names, type Renames, RENAMES } from '../../../src/machines/recording/renames.ts';
import { replayIssuesOf } from '../../../src/machines/recording/replayIssues.ts';
import { momentAt, restoreActors } from '../../../src/machines/recording/restoreActors.ts';
import { transitionNames } from '../../../src/machines/recording/transitions.ts';
import { createUpgrade } from '../../../src/machines/recording/upgrade.ts';
import { HEAD } from '../../fakes/recordedConsole.ts';

let machines: Record<string, AnyStateMachine>;
beforeAll(async () => {
  machines = await loadMachines();
});

/**
 * Played with version 2: a route run followed, skipped, left, chosen and started; a robot's MQTT link opened and closed;
 * the robot's page, where teleop drives.
 */
const fileOfVersion2 = async (): Promise<Capsule> =>
  unpacked(new Blob([await readFile(new URL('version2.capsule', import.meta.url))]));

describe('a recording of version 2', () => {
  it('has only names that today’s machines know', async () => {
    const capsule = await fileOfVersion2();
    expect(capsule.version).toBe(RECORDING_VERSION);
    expect(replayIssuesOf(capsule, machines)).toEqual([]);
    const unknown = capsule.steps.flatMap(({ actor, took = [] }) => {
      const machine = machines[capsule.actors[actor]?.machine ?? ''];
      const known = machine ? transitionNames(machine) : new Set<string>();
      return took.filter((name) => !known.has(name));
    });
    expect(unknown).toEqual([]);
    const old = new Set(Object.keys(RENAMES[2]!.events));
    expect(capsule.steps.map(({ event }) => event.type).filter((type) => old.has(type))).toEqual([]);
    const timers = [capsule.base.timers, ...capsule.steps.map((step) => step.timers ?? [])].flat();
    expect(timers.map(({ event }) => event)).toContain('xstate.after.pulseDelay.teleop.motion.driving.beating');
    expect(timers.filter(({ id, event }) => /\.(drive|cruiseDrive|driveFollowing)\./u.test(`${id} ${event}`))).toEqual(
      [],
    );
  });

  it('is restored at every step', async () => {
    const { actors, base, steps } = await fileOfVersion2();
    const recording = opened(HEAD, { actors, base, steps }, []);
    const restoredAt = (step: number) =>
      restoreActors({ moment: momentAt(recording, step), actors, root: recording.root, machines });
    for (let step = -1; step < steps.length; step += 1) restoredAt(step);
    const { root } = restoredAt(steps.length - 1);
    const page = root.system.get('screen' as never) as unknown as {
      getSnapshot(): { children: Record<string, { getSnapshot(): { value: unknown; context: object } }> };
    };
    const { teleop, routeRunMonitor } = page.getSnapshot().children;
    expect(teleop?.getSnapshot()).toMatchObject({
      value: { motion: { driving: 'beating' } },
      context: { inputs: { pad: { forward: 1 } } },
    });
    expect(routeRunMonitor?.getSnapshot().value).toEqual({ picture: 'resting', action: 'idle' });
  });

  it('gets the same names while its console is still running', async () => {
    const file = await readFile(new URL('version2.capsule', import.meta.url));
    const old = JSON.parse(gunzipSync(file).toString()) as Capsule;
    const { actors, base, steps } = await fileOfVersion2();
    const upgrade = createUpgrade(old.version);
    upgrade.capsule({ ...old, actors: { 0: old.actors[0]! }, base: { ...old.base, states: {} }, steps: [] });
    const news = upgrade.news(old.steps.map((step) => ({ step, actors: old.actors })));
    expect(news.map(({ step }) => step)).toEqual(steps);
    expect(news[0]?.actors).toEqual(actors);
    expect(base.timers).toEqual([]);
  });

  it('is not changed when it has the names of today', async () => {
    const capsule = await fileOfVersion2();
    expect(createUpgrade(RECORDING_VERSION).capsule(capsule)).toEqual(capsule);
  });
});

it('of version 3 names the pending action and the new owner of a robot as today', async () => {
  const { base, ...rest } = await fileOfVersion2();
  const { context } = createUpgrade(3).capsule({
    ...rest,
    actors: { 1: { id: 'screen', src: 'page.friends', parent: null, machine: 'friends' } },
    base: {
      ...base,
      states: {
        1: { value: {}, context: { doing: { act: 'remove' }, heir: 'relation-1' }, status: 'active', children: [] },
      },
    },
    steps: [],
  }).base.states[1]!;
  expect(context).toEqual({ pendingAction: { act: 'remove' }, newOwner: 'relation-1' });
});

it('of version 4 has the params of notices, requests and searches under today’s names', async () => {
  const { base, ...rest } = await fileOfVersion2();
  const machineAt = (machine: string) => ({ id: machine, src: machine, parent: null, machine });
  const stateWith = (context: Json) => ({ value: {}, context, status: 'active' as const, children: [] });
  const step = (actor: number, event: Step['event'], patch?: Patch): Step => ({
    at: 1,
    actor,
    from: null,
    event,
    patch,
  });
  const notice = { key: 'maps.saved', words: { name: 'A' }, failure: { code: 1, words: { seconds: 3 } } };
  const renamed = { key: 'maps.saved', params: { name: 'A' }, failure: { code: 1, words: { seconds: 3 } } };
  const old: Capsule = {
    ...rest,
    actors: {
      1: machineAt('notices'),
      2: machineAt('frame'),
      3: machineAt('cruiseRoutes'),
      4: machineAt('lifImport'),
      5: machineAt('commands'),
    },
    base: {
      ...base,
      states: {
        1: stateWith({ notice, number: 1 }),
        2: stateWith({ words: 'por' }),
        3: stateWith({ doing: null }),
        4: stateWith({ outcome: { same: 1, untied: 2 } }),
      },
    },
    steps: [
      step(1, { type: 'notice.show', notice }, { in: { notice: { set: { words: { name: 'B' } }, gone: ['words'] } } }),
      step(1, { type: 'notice.close' }, { set: { notice } }),
      step(2, { type: 'palette.search', words: 'port' }, { set: { words: 'port' } }),
      step(5, { type: 'command.ask', wish: { kind: 'cancel' }, at: 1 }),
      step(5, { type: 'stop.told', stage: 'sent' }),
    ],
  };
  const { base: opened, steps } = createUpgrade(4).capsule(old);
  expect([1, 2, 3, 4].map((number) => opened.states[number]?.context)).toEqual([
    { notice: renamed, number: 1 },
    { keyword: 'por' },
    { pendingAction: null },
    { outcome: { same: 1, detached: 2 } },
  ]);
  expect(steps.map(({ event, patch }) => [event, patch])).toEqual([
    [
      { type: 'notice.show', notice: renamed },
      { in: { notice: { set: { params: { name: 'B' } }, gone: ['params'] } } },
    ],
    [{ type: 'notice.close' }, { set: { notice: renamed } }],
    [{ type: 'palette.search', keyword: 'port' }, { set: { keyword: 'port' } }],
    [{ type: 'command.ask', request: { kind: 'cancel' }, at: 1 }, undefined],
    [{ type: 'stop.progressed', stage: 'sent' }, undefined],
  ]);
});

describe('the renames', () => {
  const keysOf = (machine: AnyStateMachine): Set<string> => {
    const keys = new Set<string>();
    const walk = ({ states }: AnyStateMachine['root']): void => {
      for (const [key, node] of Object.entries(states)) {
        keys.add(key);
        walk(node);
      }
    };
    walk(machine.root);
    return keys;
  };

  it('end at names that exist, and begin at names that do not', () => {
    const events = new Set(Object.values(machines).flatMap((machine) => machine.events as string[]));
    const stages = Object.values(RENAMES);
    stages.forEach(({ machines: ids, events: types, fields = {}, within }, index) => {
      const later = stages.slice(index + 1);
      const today = (name: string, names: (stage: Renames) => Names | undefined): string =>
        later.reduce((known, stage) => names(stage)?.[known] ?? known, name);
      for (const [before, now] of Object.entries(ids))
        expect([before in machines, today(now, (stage) => stage.machines) in machines]).toEqual([false, true]);
      for (const [before, now] of Object.entries(types))
        expect([before, events.has(before), events.has(today(now, (stage) => stage.events))]).toEqual([
          before,
          false,
          true,
        ]);
      for (const type of Object.keys(fields))
        expect([type, events.has(today(types[type] ?? type, (stage) => stage.events))]).toEqual([type, true]);
      for (const [id, { states = {} }] of Object.entries(within)) {
        const machine = today(ids[id] ?? id, (stage) => stage.machines);
        const keys = keysOf(machines[machine]!);
        for (const [before, now] of Object.entries(states))
          expect([id, keys.has(before), keys.has(today(now, (stage) => stage.within[machine]?.states))]).toEqual([
            id,
            false,
            true,
          ]);
      }
    });
  });
});
