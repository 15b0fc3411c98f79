/** Generates a test from a recording: the path a machine took, verified first, and where it would diverge. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../contract/wire/errors.ts';
import { loadMachines, machineFile } from '../../../src/machines/all.ts';
import { EVERYTHING } from '../../../src/machines/recording/fork.ts';
import type { OpenedRecording } from '../../../src/machines/recording/opened.ts';
import { pathTo } from '../../../src/machines/recording/path.ts';

import { testOf, type TestRequest, type WrittenTest } from '../../../src/machines/recording/testText.ts';
import { playConsole, type PlayedConsole } from '../../fakes/playedConsole.ts';
import { startRecorded } from '../../fakes/recorded.ts';

const last = ({ recording }: OpenedRecording) => recording.steps.length - 1;
const numberOf = ({ recording: { actors } }: OpenedRecording, name: string) =>
  Number(Object.keys(actors).findLast((key) => actors[key]!.systemId === name || actors[key]!.id === name));
const write = (played: PlayedConsole, name: string, change: Partial<TestRequest> = {}) => {
  const capsule = played.capsule();
  return testOf({
    capsule,
    actor: numberOf(capsule, name),
    from: 'start',
    to: last(capsule),
    machines: played.machines,
    ...change,
  });
};
const written = (...wish: Parameters<typeof write>): WrittenTest => {
  const found = write(...wish);
  if ('refusal' in found) throw new Error(`${found.refusal} ${found.said}`);
  return found;
};

describe('the way of a machine', () => {
  it('is written from its start, with what it was told and what became of it', async () => {
    const played = (await playConsole()).toPage();
    played
      .send('notices', { type: 'notice.show', notice: { tone: 'info', key: 'common.closeMessage' } })
      .send('notices', { type: 'notice.hold' });
    const { text, divergence, events, fileName } = written(played, 'notices');
    expect(divergence).toBeNull();
    expect(events).toBe(2);
    expect(fileName).toMatch(/^notices-2026-05-28-\d\d-26-40-\d+-\d+\.test\.ts$/u);
    expect(text).toContain(`import { noticesMachine } from '../../../src/machines/notices/notices.machine.ts';`);
    expect(text).toContain('notices.send({"type":"notice.hold"});');
    expect(text).toContain('expect(notices.value()).toEqual({"shown":"held"});');
    expect(text).toMatch(/toMatchObject\(\{[^]*"number":\s?1/u);
  });

  it('is written for every machine that was there, and goes the recorded way as far as nothing was withheld that it needs', async () => {
    const played = (await playConsole({ at: '/home' })).toPage();
    played
      .beat(1)
      .send('fleet', { type: 'filter.set', filter: 'working' })
      .send('session', { type: 'session.askSignOut' });
    const capsule = played.capsule();
    const ways = Object.keys(capsule.recording.actors)
      .filter((key) => capsule.recording.actors[key]!.machine)
      .map((key) => {
        const found = testOf({
          capsule,
          actor: Number(key),
          from: 'start',
          to: last(capsule),
          machines: played.machines,
        });
        return [
          capsule.recording.actors[key]!.machine,
          'refusal' in found ? found.refusal : (found.divergence?.event ?? 'whole'),
        ];
      });
    expect(Object.fromEntries(ways)).toMatchObject({
      notices: 'whole',
      preferences: 'whole',
      frame: 'whole',
      fleet: expect.any(String) as string,
      home: expect.any(String) as string,
    });
    expect(ways.every(([, way]) => way !== 'notStandable')).toBe(true);
  });

  it('is written from a state on the way, too', async () => {
    const played = (
      await playConsole({ leaves: Object.fromEntries(Object.keys(await loadMachines()).map((id) => [id, EVERYTHING])) })
    ).toPage();
    const from = last(played.capsule());
    played.beat(1).beat(2).send('fleet', { type: 'filter.set', filter: 'working' });
    for (const name of ['fleet', 'app', 'connection', 'screen']) {
      const { divergence, text } = written(played, name, { from });
      expect(divergence, name).toBeNull();
      expect(text).toContain('snapshot: {');
    }
    expect(written(played, 'fleet', { from }).text).toContain('"filter":"working"');
    expect(written(played, 'session').divergence).toBeNull();
    expect(written(played, 'app').divergence).toBeNull();
  });

  it('goes through timers by hand: the clock stands still', async () => {
    const played = (await playConsole()).toSignIn();
    played.send('notices', { type: 'notice.show', notice: { tone: 'info', key: 'common.closeMessage' } });
    played.clock.increment(5_000);
    const { text, divergence } = written(played, 'notices');
    expect([divergence, played.value('notices')]).toEqual([null, 'empty']);
    expect(text).toContain('xstate.after.duration');
  });

  it('says where a withheld value would lead it elsewhere, and ends before', async () => {
    const played = (await playConsole()).toSignIn();
    played
      .send('screen', { type: 'field.change', field: 'account', value: 'a b' })
      .send('screen', { type: 'form.submit' });
    const capsule = played.capsule();
    const torn = structuredClone(capsule.recording);
    const submit = torn.steps.findLast(({ event }) => event.type === 'form.submit')!;
    const changed = { ...submit, value: { cloud: 'asking', form: { signIn: { submitting: 'prompt' } } } };
    const steps = torn.steps.map((step) => (step === submit ? changed : step));
    const replayed = {
      ...capsule,
      recording: { ...torn, steps },
      replay: (await import('../../../src/machines/recording/replay.ts')).createReplay({ ...torn, steps }),
    };
    const found = testOf({
      capsule: replayed,
      actor: numberOf(capsule, 'screen'),
      from: 'start',
      to: last(capsule),
      machines: played.machines,
    }) as WrittenTest;
    expect(found.divergence).toMatchObject({ event: 'form.submit', step: steps.indexOf(changed) });
    expect(found.text).not.toContain('form.submit"}');
    expect(found.text).toContain('where the current machine diverges');
    expect(found.events).toBe(1);
  });

  it('follows refusals as recorded', async () => {
    const played = await playConsole();
    played.answer('session', 'restore', { userId: 'u1' }).refuse('session', 'loadUser', new ApiError('networkFailed'));
    const session = written(played, 'session');
    expect(session.text).toContain('xstate.error.actor.');
  });
});

describe('what cannot be written', () => {
  it('is said: no such machine, no start, not there then', async () => {
    const played = (await playConsole()).toPage();
    const capsule = played.capsule();
    const notices = numberOf(capsule, 'notices');
    expect(write(played, 'notices', { actor: 9_999 })).toEqual({ refusal: 'noMachine', said: '' });
    expect(write(played, 'notices', { machines: {} })).toEqual({ refusal: 'noMachine', said: 'notices' });
    expect(
      write(played, 'notices', { capsule: { ...capsule, recording: { ...capsule.recording, steps: [] } } }),
    ).toMatchObject({ refusal: 'noStart' });
    expect(write(played, 'fleet', { from: 0 })).toMatchObject({ refusal: 'notThen' });
    expect(Number.isInteger(notices)).toBe(true);
  });
  it('names nothing out of a lying file as code', async () => {
    const played = (await playConsole()).toPage();
    const capsule = played.capsule();
    const evil = `x'); process.exit(1); ('*/ process.exit(1) /*`;
    const recording = structuredClone(capsule.recording) as unknown as {
      actors: Record<string, { systemId?: string; id: string }>;
      steps: { actor: number; event: { type: string } }[];
    };
    const number = numberOf(capsule, 'notices');
    recording.actors[number] = { ...recording.actors[number]!, id: evil, systemId: evil };
    recording.steps.push({ ...recording.steps.find(({ actor }) => actor === number)!, event: { type: evil } });
    const found = testOf({
      capsule: {
        ...capsule,
        head: { ...capsule.head, build: evil, takenAt: Number.NaN },
        recording: recording as never,
      },
      actor: number,
      from: 'start',
      to: recording.steps.length - 1,
      machines: played.machines,
    }) as WrittenTest;
    const code = found.text.replace(/"(?:[^"\\]|\\.)*"/gu, '""');
    expect(code.slice(code.indexOf('*/') + 2)).not.toContain('process');
    expect(code.slice(0, code.indexOf('import'))).toMatch(/^\/\*\*[^*]*(?:\*[^/][^*]*)*\*\/\n$/u);
    expect(found.fileName).toMatch(/^[\w.-]+$/u);
  });
  it('knows the ways of an actor that is its own parent', () => {
    expect(pathTo({ 0: { id: 'a', src: '', parent: 1 }, 1: { id: 'b', src: '', parent: 0 } }, 5, 0)).toBeNull();
  });
});

it('knows where every machine lies', async () => {
  for (const id of Object.keys(await loadMachines()))
    expect(existsSync(`src/machines/${machineFile(id)}`), id).toBe(true);
});

it('starts a machine alone, beside siblings that keep silent', async () => {
  const session = await startRecorded((await loadMachines())['session']!, { id: 'session', systemId: 'session' });
  expect(session.value()).toBe('restoring');
  expect(session.send({ type: 'x' }, 'nobody')).toBe(false);
  expect(session.effects().map(({ name }) => name)).toEqual(expect.arrayContaining(['flagLoginOut', 'restore']));
  session.stop();
});
