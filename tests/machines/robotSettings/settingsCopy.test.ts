/** Copying settings: the choice, the difference, one robot after the other, and what each answers. */
import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import type { RobotSettings, SettingValues } from '../../../contract/entities/robotSettings.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  changesOf,
  COPY_TARGETS_MAX,
  copyFaults,
  type CopySave,
  type LoadedTargets,
  settingsCopyMachine,
  sourceFault,
} from '../../../src/machines/robotSettings/settingsCopy.machine.ts';
import { failureOf } from '../../../src/machines/failure.ts';
import { sampleSetting, sampleSettings } from '../../fakes/robotSettingsSample.ts';
import { settle } from '../../fakes/settle.ts';

const VALUES = { volume: 80, headVertical: 28, frontLightOnBelow: 20, timedRefresh: 60 } as const;
const reported = (name: keyof typeof VALUES, value: number) =>
  sampleSetting({ name, wanted: null, reported: { value, since: 0 } });
const target = (serialNumber: string, settings = [reported('volume', 65)], more: Partial<RobotSettings> = {}) =>
  sampleSettings({ serialNumber, settings, version: 3, ...more });

function start(
  targets: readonly RobotSettings[],
  answers: Readonly<Record<string, ApiError>> = {},
  values: SettingValues = VALUES,
) {
  const saves: CopySave[] = [];
  const server = { targets, loads: 0, failure: null as ApiError | null };
  const clock = new SimulatedClock();
  const actor = createActor(
    settingsCopyMachine.provide({
      actors: {
        loadTargets: fromPromise<LoadedTargets, { serialNumbers: readonly string[] }>(async ({ input }) => {
          server.loads += 1;
          if (server.failure) throw server.failure;
          return {
            targets: server.targets.filter(({ serialNumber }) => input.serialNumbers.includes(serialNumber)),
            failed: input.serialNumbers
              .filter((serialNumber) => !server.targets.some((one) => one.serialNumber === serialNumber))
              .map((serialNumber) => ({ serialNumber, failure: failureOf(new ApiError('noRole')) })),
          };
        }),
        saveTarget: fromPromise<{ version: number }, CopySave>(async ({ input }) => {
          saves.push(input);
          const answer = answers[input.serialNumber];
          if (answer) throw answer;
          return { version: input.version + 1 };
        }),
      },
    }),
    { input: { serialNumber: 'S2-1', values }, clock },
  ).start();
  const compare = async (...chosen: string[]) => {
    for (const serialNumber of chosen) actor.send({ type: 'copy.choose', serialNumber });
    actor.send({ type: 'copy.compare' });
    await settle();
  };
  return { actor, clock, saves, server, compare, context: () => actor.getSnapshot().context };
}

it('ticks what differs, not what a robot lacks, and sends what is left ticked', async () => {
  const { actor, compare, saves, context } = start([
    target('A', [reported('volume', 65), reported('headVertical', 22)]),
    target('B', [reported('volume', 80)]),
  ]);
  await compare('A', 'B');
  expect(context().picked).toEqual({ A: ['headVertical', 'volume'], B: [] });
  actor.send({ type: 'copy.pick', serialNumber: 'A', name: 'headVertical' });
  expect(saves).toEqual([]);
  actor.send({ type: 'copy.send' });
  await settle();
  expect(saves).toEqual([{ serialNumber: 'A', values: { volume: 80 }, version: 3, acceptsPolicy: false }]);
  expect(context().results).toEqual({ A: null });
});

it('keeps the filter of the robots, each part by itself, also over the comparison', async () => {
  const { actor, compare, context } = start([target('A')]);
  actor.send({ type: 'copy.filter', filter: { siteId: 'harbour' } });
  actor.send({ type: 'copy.filter', filter: { robotModel: 'W1' } });
  await compare('A');
  actor.send({ type: 'copy.back' });
  expect(context().filter).toEqual({ siteId: 'harbour', robotModel: 'W1' });
});

it('goes on when a robot is refused, and shows later answers of the others', async () => {
  const { actor, clock, compare, saves, server, context } = start([target('A'), target('B')], {
    A: new ApiError('settingsChanged'),
  });
  await compare('A', 'B');
  actor.send({ type: 'copy.send' });
  await settle();
  expect(saves.map(({ serialNumber }) => serialNumber)).toEqual(['A', 'B']);
  expect([context().results['A']?.code, context().results['B']]).toEqual([ERRORS.settingsChanged, null]);
  server.targets = [target('A'), target('B', [reported('volume', 80)])];
  clock.increment(2_000);
  await settle();
  expect(context().targets[1]?.settings[0]?.reported?.value).toBe(80);
  server.failure = new ApiError('networkFailed');
  clock.increment(2_000);
  await settle();
  expect(context().targets).toHaveLength(2);
  actor.send({ type: 'copy.close' });
  expect(actor.getSnapshot().status).toBe('done');
});

it('names robots whose settings cannot be read, and comes back when nothing can', async () => {
  const { compare, server, context, actor } = start([target('A')]);
  await compare('A', 'gone');
  expect(context().failed.map(({ serialNumber }) => serialNumber)).toEqual(['gone']);
  actor.send({ type: 'copy.back' });
  server.failure = new ApiError('networkFailed');
  await compare();
  expect([actor.getSnapshot().value, context().failure?.code]).toEqual(['choosing', ERRORS.networkFailed]);
});

it('sends nothing that a robot would refuse together with its other values', async () => {
  const settings = [
    reported('frontLightOnBelow', 5),
    sampleSetting({ name: 'frontLightOffAbove', wanted: null, reported: { value: 15, since: 0 } }),
  ];
  const { actor, compare, saves, context } = start([target('A', settings)]);
  await compare('A');
  const [only] = context().targets;
  expect(only && [changesOf(context(), only), copyFaults(context(), only)]).toEqual([
    { frontLightOnBelow: 20 },
    { frontLightOnBelow: 'thresholds' },
  ]);
  actor.send({ type: 'copy.send' });
  await settle();
  expect(saves).toEqual([]);
});

it('leaves out a text that was stored before its limit became lower, and copies the rest', async () => {
  const speech = sampleSetting({ name: 'speechChinese', wanted: null, reported: { value: '您好', since: 0 } });
  const { actor, compare, saves, context } = start(
    [target('A', [reported('volume', 65), speech])],
    {},
    { ...VALUES, speechChinese: '请'.repeat(201) },
  );
  await compare('A');
  expect(sourceFault(context(), 'speechChinese')).toBe('length');
  actor.send({ type: 'copy.pick', serialNumber: 'A', name: 'speechChinese' });
  expect(context().picked).toEqual({ A: ['volume'] });
  actor.send({ type: 'copy.pickAll', serialNumber: 'A', isPicked: true });
  actor.send({ type: 'copy.send' });
  await settle();
  expect(saves).toMatchObject([{ serialNumber: 'A', values: { volume: 80 } }]);
  expect(Object.keys(saves[0]?.values ?? {})).toEqual(['volume']);
});

it('asks for the privacy policy before it switches on still pictures', async () => {
  const { actor, compare, saves } = start([target('A', [reported('timedRefresh', 0)])]);
  await compare('A');
  actor.send({ type: 'copy.send' });
  await settle();
  expect(saves).toEqual([]);
  actor.send({ type: 'copy.acceptPolicy', isAccepted: true });
  actor.send({ type: 'copy.send' });
  await settle();
  expect(saves).toMatchObject([{ values: { timedRefresh: 60 }, acceptsPolicy: true }]);
});

it('ticks all differences of a robot or none, and only so many robots at a time', async () => {
  const { actor, compare, context } = start([target('A')]);
  for (let i = 0; i <= COPY_TARGETS_MAX; i++) actor.send({ type: 'copy.choose', serialNumber: `R${i}` });
  expect(context().chosen).toHaveLength(COPY_TARGETS_MAX);
  actor.send({ type: 'copy.choose', serialNumber: 'R0' });
  await compare('A');
  actor.send({ type: 'copy.pickAll', serialNumber: 'A', isPicked: false });
  expect(context().picked['A']).toEqual([]);
  actor.send({ type: 'copy.pickAll', serialNumber: 'A', isPicked: true });
  expect(context().picked['A']).toEqual(['volume']);
});
