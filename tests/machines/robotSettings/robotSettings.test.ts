/** The settings page's machine: saves after a pause, undo, the privacy policy, and changes by other people. */
import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { robotSettingsMachine } from '../../../src/machines/robotSettings/robotSettings.machine.ts';
import {
  type KeptTexts,
  type SaveRequest,
  type SettingsClaim,
  SETTLE_MS,
  type SettingsAct,
  type SettingsPageData,
} from '../../../src/machines/robotSettings/robotSettings.setup.ts';
import {
  selectFaults,
  selectIsAskingPolicy,
  selectIsConflicting,
  selectQuestion,
  selectRobotSettings,
} from '../../../src/machines/robotSettings/robotSettings.selectors.ts';
import { sampleSetting, sampleSettings } from '../../fakes/robotSettingsSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

function start(answers: (ApiError | null)[] = [], recalled: KeptTexts | null = null) {
  const kept: (KeptTexts | null)[] = [];
  const saves: SaveRequest[] = [];
  const acts: SettingsAct[] = [];
  const server = { settings: sampleSettings() };
  const started = startUnderApp(
    robotSettingsMachine.provide({
      actions: { keepDialog: (_, params) => void kept.push(params.kept) },
      actors: {
        recallDialog: fromPromise<KeptTexts | null>(async () => recalled),
        unbindRobot: fromPromise<SettingsClaim, { serialNumber: string }>(async ({ input }) => {
          const answer = answers.shift();
          if (answer) throw answer;
          return { ...input, claimCode: 'CODE', claimQr: 'data:,' };
        }),
        loadSettings: fromPromise<SettingsPageData, { serialNumber: string }>(async () => ({
          settings: server.settings,
          learning: [],
          stills: [],
        })),
        saveSettings: fromPromise<{ version: number }, SaveRequest>(async ({ input }) => {
          saves.push(input);
          const answer = answers.shift();
          if (answer) throw answer;
          return { version: input.version + 1 };
        }),
        carryOut: fromPromise<unknown, SettingsAct>(async ({ input }) => acts.push(input)),
      },
    }),
    {
      as: 'screen',
      input: { page: 'robotSettings', params: {}, query: {}, user: null, serialNumber: 'S2-1', language: 'enUS' },
    },
  );
  const snapshot = () => started.actor.getSnapshot();
  const quiet = async () => {
    await settle();
    started.clock.increment(SETTLE_MS);
    await settle();
  };
  return { ...started, kept, saves, acts, server, snapshot, quiet, context: () => selectRobotSettings(snapshot()) };
}

it('saves several changes once, after a pause, on the version that is shown', async () => {
  const { actor, saves, quiet } = start();
  await settle();
  actor.send({ type: 'setting.set', name: 'volume', value: 50 });
  actor.send({ type: 'setting.set', name: 'volume', value: 55 });
  actor.send({ type: 'setting.set', name: 'frontLight', value: true });
  expect(saves).toEqual([]);
  await quiet();
  expect(saves).toEqual([
    { serialNumber: 'S2-1', values: { volume: 55, frontLight: true }, version: 1, acceptsPolicy: false },
  ]);
});

it('undoes the last save with the values before it', async () => {
  const { actor, saves, quiet } = start();
  await settle();
  actor.send({ type: 'setting.set', name: 'volume', value: 50 });
  await quiet();
  actor.send({ type: 'setting.undo' });
  await quiet();
  expect(saves.at(-1)).toMatchObject({ values: { volume: 80 } });
});

it('does not send a value that is out of range', async () => {
  const { actor, saves, quiet, snapshot } = start();
  await settle();
  actor.send({ type: 'setting.set', name: 'volume', value: 101 });
  await quiet();
  expect([saves, selectFaults(snapshot())]).toEqual([[], { volume: 'range' }]);
  actor.send({ type: 'setting.set', name: 'volume', value: 100 });
  await quiet();
  expect(saves).toHaveLength(1);
});

it.each([
  ['policy.accept', 1],
  ['policy.decline', 0],
] as const)('asks for the privacy policy before still pictures: %s', async (type, count) => {
  const { actor, saves, quiet, snapshot, context } = start();
  await settle();
  actor.send({ type: 'setting.set', name: 'timedRefresh', value: 60 });
  await quiet();
  expect([selectIsAskingPolicy(snapshot()), saves]).toEqual([true, []]);
  actor.send({ type });
  await quiet();
  expect(saves).toHaveLength(count);
  expect(saves.every(({ acceptsPolicy }) => acceptsPolicy)).toBe(true);
  expect(context().pending).toEqual({});
});

it.each([
  ['conflict.save', 2],
  ['conflict.drop', 1],
] as const)('keeps what was set when somebody else saved before: %s', async (type, count) => {
  const { actor, saves, quiet, snapshot, context, server } = start([new ApiError('settingsChanged')]);
  await settle();
  actor.send({ type: 'setting.set', name: 'volume', value: 50 });
  server.settings = sampleSettings({ version: 4, settings: [sampleSetting({ wanted: null })] });
  await quiet();
  expect(selectIsConflicting(snapshot())).toBe(true);
  expect([context().pending, context().saveFailure?.code]).toEqual([{ volume: 50 }, ERRORS.settingsChanged]);
  actor.send({ type });
  await quiet();
  expect([saves.length, context().pending]).toEqual([count, {}]);
  if (count === 2) expect(saves[1]).toMatchObject({ values: { volume: 50 }, version: 4 });
});

it('saves texts together, and the name by its own call', async () => {
  const { actor, saves, acts, quiet, context } = start();
  await settle();
  actor.send({ type: 'text.type', name: 'welcomeWord', text: 'Good evening' });
  actor.send({ type: 'text.type', name: 'robotName', text: ' East ' });
  actor.send({ type: 'text.save' });
  await quiet();
  expect(saves).toMatchObject([{ values: { welcomeWord: 'Good evening' } }]);
  expect(acts).toEqual([{ what: 'rename', serialNumber: 'S2-1', name: 'East' }]);
  expect(context().typed).toEqual({});
});

it('forgets what was typed when another robot is chosen', async () => {
  const { actor, context } = start();
  await settle();
  actor.send({ type: 'text.type', name: 'welcomeWord', text: 'Good evening' });
  actor.send({ type: 'page.robotChanged', serialNumber: 'W1-1' });
  expect(context()).toMatchObject({ serialNumber: 'W1-1', typed: {}, pending: {}, data: null });
});

describe('texts that are typed', () => {
  const type = (name: 'welcomeWord' | 'robotName', text: string) => ({ type: 'text.type' as const, name, text });

  it('are stored until they are saved, also while the save has no answer', async () => {
    const { actor, kept, quiet } = start();
    await settle();
    actor.send(type('welcomeWord', 'Good evening'));
    actor.send({ type: 'text.save' });
    expect(kept).toEqual([{ serialNumber: 'S2-1', typed: { welcomeWord: 'Good evening' } }]);
    await quiet();
    expect(kept.at(-1)).toBeNull();
  });

  it('stay stored when the save fails, and are deleted when they are discarded', async () => {
    const { actor, kept, quiet } = start([new ApiError('sessionInvalid')]);
    await settle();
    actor.send(type('welcomeWord', 'Good evening'));
    actor.send({ type: 'text.save' });
    await quiet();
    expect(kept.at(-1)).toEqual({ serialNumber: 'S2-1', typed: { welcomeWord: 'Good evening' } });
    actor.send({ type: 'conflict.drop' });
    expect(kept.at(-1)).toBeNull();
  });

  it('are there again after a forced sign-out, but not on the page of another robot', async () => {
    const stored: KeptTexts = { serialNumber: 'S2-1', typed: { welcomeWord: 'Good evening', robotName: 'East' } };
    const own = start([], stored);
    await settle();
    expect(own.context().typed).toEqual(stored.typed);
    const other = start([], { ...stored, serialNumber: 'W1-1' });
    await settle();
    expect(other.context().typed).toEqual({});
    expect(other.kept).toEqual([]);
    other.actor.send({ type: 'page.robotChanged', serialNumber: 'W1-1' });
    await settle();
    expect(other.context().typed).toEqual(stored.typed);
  });
});

describe('unbinding', () => {
  it('asks, then shows the claim code until it is dismissed, and the page holds meanwhile', async () => {
    const { actor, snapshot, context, toldTo } = start();
    await settle();
    actor.send({ type: 'robot.unbind' });
    selectQuestion(snapshot())?.send({ type: 'confirm.cancel' });
    await settle();
    expect([selectQuestion(snapshot()), context().claim]).toEqual([undefined, null]);
    actor.send({ type: 'robot.unbind' });
    expect(selectQuestion(snapshot())?.getSnapshot().context.words).toEqual({ robot: 'East patrol' });
    selectQuestion(snapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect([context().claim?.claimCode, snapshot().hasTag('holding')]).toEqual(['CODE', true]);
    actor.send({ type: 'claim.close' });
    expect([context().claim, snapshot().hasTag('holding')]).toEqual([null, false]);
    expect([toldTo('fleet'), toldTo('session')]).toEqual([
      [{ type: 'robot.choose', serialNumber: 'S2-1' }, { type: 'fleet.refresh' }],
      [{ type: 'session.refresh' }],
    ]);
  });

  it('that is refused says why', async () => {
    const { actor, snapshot, context, toldTo } = start([new ApiError('noRole')]);
    await settle();
    actor.send({ type: 'robot.unbind' });
    selectQuestion(snapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect([context().claim, snapshot().hasTag('holding')]).toEqual([null, false]);
    expect(toldTo('notices')).toMatchObject([{ type: 'notice.show' }]);
  });
});
