/**
 * Requirement (design 18): what a person sets is sent at once, or when the robot is back; the page calls it set only when the
 * robot reports it, and says when the robot refuses. The page's machine is walked together with a simulated robot; between
 * them is a server in memory that follows the shared rules.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { fromPromise, setup, SimulatedClock } from 'xstate';
import { createTestModel } from 'xstate/graph';
import type { RobotSettingName, RobotSettings, SettingValue } from '../../../contract/entities/robotSettings.ts';
import {
  mergeReport,
  type RefusedSettings,
  type ReportedSettings,
  SETTINGS_RETRY_MS,
  settingState,
  valuesToSend,
  type WantedSettings,
} from '../../../contract/rules/robotSettings.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { robotSettingsMachine } from '../../../src/machines/robotSettings/robotSettings.machine.ts';
import {
  type KeptTexts,
  POLL_MS,
  type SaveRequest,
  SETTLE_MS,
  type SettingsPageData,
} from '../../../src/machines/robotSettings/robotSettings.setup.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { walk } from '../../fakes/walkModel.ts';
import { sampleSettings } from '../../fakes/robotSettingsSample.ts';
import { idle, setUp } from '../../simulator/robot/stage.ts';

type Event =
  | 'a person sets it'
  | 'the robot answers'
  | 'the message is lost'
  | 'the message is repeated'
  | 'the robot goes offline'
  | 'the robot comes back';

/** @param answer what the robot does with the value */
const specOf = (answer: 'reported' | 'refused') =>
  setup({ types: { events: {} as { type: Event } } }).createMachine({
    initial: 'untouched',
    states: {
      untouched: { on: { 'a person sets it': 'sent', 'the robot goes offline': 'silent' } },
      silent: { on: { 'a person sets it': 'waiting', 'the robot comes back': 'untouched' } },
      sent: { on: { 'the robot answers': answer, 'the message is lost': 'lost', 'the robot goes offline': 'waiting' } },
      lost: { on: { 'the message is repeated': 'sent', 'the robot goes offline': 'waiting' } },
      waiting: { on: { 'the robot comes back': 'sent' } },
      reported: { on: { 'a person sets it': 'sentAgain', 'the robot goes offline': 'reportedSilent' } },
      refused: { on: { 'a person sets it': 'sentAgain', 'the robot goes offline': 'refusedOffline' } },
      sentAgain: { on: { 'the robot answers': answer === 'reported' ? 'reportedAgain' : 'refusedAgain' } },
      reportedAgain: {},
      refusedAgain: {},
      reportedSilent: { on: { 'the robot comes back': 'reportedAgain' } },
      refusedOffline: { on: { 'the robot comes back': 'refusedAgain' } },
    },
  });

const EAST = 'S2-2402-0056';
const OLD: Readonly<Record<'volume' | 'patrolWarningLight', SettingValue>> = { volume: 60, patrolWarningLight: false };

function startAll(name: 'volume' | 'patrolWarningLight') {
  const stage = setUp(idle(EAST));
  const clock = new SimulatedClock();
  const row = {
    version: 0,
    reportedVersion: 0,
    wanted: {} as WantedSettings,
    reported: {} as ReportedSettings,
    refused: {} as RefusedSettings,
  };
  const link = { online: true, message: null as number | null };
  const send = (): void => {
    if (link.online && row.version > row.reportedVersion) link.message = row.version;
  };
  /** What the robot has reported since the last time. */
  const hear = (): void => {
    for (const { event } of stage.robot.takeEvents()) {
      if (event.type !== 'settings') continue;
      const { version, values, refused } = event;
      row.reported = mergeReport(row.reported, values, clock.now());
      row.reportedVersion = version;
      row.refused = Object.fromEntries(refused.map(({ name, reason }) => [name, { reason, version, at: clock.now() }]));
    }
  };
  const view = (): RobotSettings => {
    const names: RobotSettingName[] = ['volume', 'patrolWarningLight'];
    const { reportedVersion } = row;
    return sampleSettings({
      serialNumber: EAST,
      version: row.version,
      online: link.online,
      settings: names.map((each) => {
        const wanted = row.wanted[each];
        return {
          name: each,
          wanted: wanted ? { ...wanted, byName: '' } : null,
          reported: row.reported[each] ?? null,
          refused: row.refused[each] ?? null,
          state: settingState(wanted, row.reported[each], row.refused[each], {
            reportedVersion,
            isOnline: link.online,
          }),
        };
      }),
    });
  };
  stage.robot.handleBrokerUp();
  hear();
  const { actor } = startUnderApp(
    robotSettingsMachine.provide({
      actions: { keepDialog: () => {} },
      actors: {
        recallDialog: fromPromise<KeptTexts | null>(async () => null),
        loadSettings: fromPromise<SettingsPageData, { serialNumber: string }>(async () => ({
          settings: view(),
          learning: [],
          stills: [],
        })),
        saveSettings: fromPromise<{ version: number }, SaveRequest>(async ({ input: { values, version } }) => {
          if (version !== row.version) throw new ApiError('settingsChanged');
          row.version += 1;
          for (const [key, value] of Object.entries(values))
            row.wanted[key as RobotSettingName] = { value, version: row.version, by: 'u1', at: clock.now() };
          send();
          return { version: row.version };
        }),
      },
    }),
    {
      as: 'screen',
      clock,
      input: { page: 'robotSettings', params: {}, query: {}, user: null, serialNumber: EAST, language: 'enUS' },
    },
  );
  const values = (): SettingValue[] => (name === 'volume' ? [30, 70] : [true]);
  let times = 0;
  const look = async () => {
    clock.increment(POLL_MS);
    await settle();
    const shown = actor.getSnapshot().context.data?.settings.settings.find((one) => one.name === name);
    return { ...shown, device: stage.robot.device };
  };
  const wanted = (): SettingValue | undefined => row.wanted[name]?.value;
  return {
    actor,
    clock,
    look,
    wanted,
    events: {
      'a person sets it': async () => {
        await settle();
        const list = values();
        actor.send({ type: 'setting.set', name, value: list[times++ % list.length]! });
        clock.increment(SETTLE_MS);
        await settle();
      },
      'the robot answers': () => {
        expect(link.message).toBe(row.version);
        stage.robot.handleInstantActions({
          headerId: 1,
          timestamp: '2026-11-21T08:00:00.000Z',
          version: '2.1.0',
          manufacturer: 'Roundhouse',
          serialNumber: EAST,
          actions: [
            {
              actionType: 'applySettings',
              actionId: `settings-${clock.now()}`,
              blockingType: 'NONE',
              actionParameters: [
                { key: 'version', value: row.version },
                { key: 'values', value: valuesToSend(row.wanted, ['volume', 'patrolWarningLight']) },
              ],
            },
          ],
        });
        stage.world.step(0.1);
        hear();
      },
      'the message is lost': () => void (link.message = null),
      'the message is repeated': () => {
        clock.increment(SETTINGS_RETRY_MS);
        send();
      },
      'the robot goes offline': () => void Object.assign(link, { online: false, message: null }),
      'the robot comes back': () => {
        link.online = true;
        stage.robot.handleBrokerUp();
        hear();
        send();
      },
    } satisfies Record<Event, () => unknown>,
  };
}

const seen = new Set<string>();

describe.each([
  ['volume', 'reported'],
  ['patrolWarningLight', 'refused'],
] as const)('%s, which a robot has %s', (name, answer) => {
  const model = createTestModel(specOf(answer));
  for (const path of model.getSimplePaths()) {
    it(path.description, async () => {
      const all = startAll(name);
      const { look, wanted } = all;
      const isOld = async (state: string) => {
        const row = await look();
        seen.add(state);
        expect([row.state, row.reported?.value]).toEqual([state, OLD[name]]);
      };
      const has = async (state: string) => {
        const row = await look();
        seen.add(state);
        expect([row.state, row.reported?.value, row.refused]).toEqual([state, wanted(), null]);
        expect(row.device.volume).toBe(wanted());
      };
      const refused = async () => {
        const row = await look();
        seen.add('refused');
        expect([row.state, row.reported?.value, row.refused?.reason]).toEqual([
          'refused',
          false,
          'The lamp board does not answer.',
        ]);
      };
      await walk(
        path,
        { model: `robotSettings ${name}`, actor: all.actor },
        {
          events: all.events,
          states: {
            untouched: () => isOld('reported'),
            silent: () => isOld('silent'),
            sent: () => isOld('pending'),
            lost: () => isOld('pending'),
            waiting: () => isOld('waiting'),
            sentAgain: async () => expect((await look()).state).toBe('pending'),
            reported: () => has('reported'),
            reportedAgain: () => has('reported'),
            reportedSilent: () => has('silent'),
            refused,
            refusedAgain: refused,
            refusedOffline: refused,
          },
        },
      );
    });
  }
});

afterAll(() => {
  // Every state that the page can show was walked, except a robot that accepts and reports another value.
  expect([...seen].sort()).toEqual(['pending', 'refused', 'reported', 'silent', 'waiting']);
});
