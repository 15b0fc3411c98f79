/** The settings page: what the robot reports beside what is set, the head by keys, readers, learning records. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Relation } from '../../../../contract/entities/constants.ts';
import { momentPath } from '../../../../contract/rules/momentPath.ts';
import type { LearningRecord } from '../../../../contract/entities/learningRecord.ts';
import type { RobotSettings } from '../../../../contract/entities/robotSettings.ts';
import { robotSettingsMachine } from '../../../../src/machines/robotSettings/robotSettings.machine.ts';
import {
  type KeptTexts,
  type SaveRequest,
  type SettingsAct,
  type SettingsPageData,
  type ShownStill,
} from '../../../../src/machines/robotSettings/robotSettings.setup.ts';
import { RobotSettingsPage } from '../../../../src/ui/pages/robotSettings/RobotSettingsPage.tsx';
import {
  type CopySave,
  type LoadedTargets,
  settingsCopyMachine,
} from '../../../../src/machines/robotSettings/settingsCopy.machine.ts';
import { SAMPLE_TIME, sampleSetting, sampleSettings } from '../../../fakes/robotSettingsSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { robotOf } from '../../robotOf.ts';
import { renderPage } from '../../renderPage.tsx';

afterEach(cleanup);

const TEMPERATURE = { name: 'highTemperature', wanted: null, reported: { value: 37.3, since: SAMPLE_TIME } } as const;

const record: LearningRecord = {
  learningId: 'l1',
  kind: 'word',
  what: 'linen chute',
  from: 'Corridor W',
  byStranger: true,
  inUse: false,
  uses: 0,
  learnedAt: SAMPLE_TIME,
  state: 'waiting',
  decidedBy: '',
  decidedAt: null,
  forgetAt: null,
  forgottenAt: null,
};

async function show(
  change: Partial<RobotSettings> = {},
  relation: Relation = 'superAdmin',
  stills: ShownStill[] = [],
  learning = [record],
) {
  const copies: CopySave[] = [];
  const robots = [
    robotOf({ serialNumber: 'S2-1', relation }),
    robotOf({ serialNumber: 'W1-1', robotNickName: 'Porter', relation: 'robotAdmin' }),
    robotOf({ serialNumber: 'W1-2', robotNickName: 'Not mine', relation: 'member' }),
  ];
  const saves: SaveRequest[] = [];
  const acts: SettingsAct[] = [];
  const page = await renderPage(
    RobotSettingsPage,
    robotSettingsMachine.provide({
      delays: { settle: 0 },
      actions: { keepDialog: () => {} },
      actors: {
        recallDialog: fromPromise<KeptTexts | null>(async () => null),
        copy: settingsCopyMachine.provide({
          actors: {
            loadTargets: fromPromise<LoadedTargets, { serialNumbers: readonly string[] }>(async ({ input }) => ({
              targets: input.serialNumbers.map((serialNumber) =>
                sampleSettings({
                  serialNumber,
                  settings: [
                    sampleSetting({
                      wanted: null,
                      reported: { value: copies.length > 0 ? 80 : 65, since: SAMPLE_TIME },
                    }),
                    sampleSetting({
                      name: 'speechChinese',
                      wanted: null,
                      reported: { value: '您好', since: SAMPLE_TIME },
                    }),
                  ],
                }),
              ),
              failed: [],
            })),
            saveTarget: fromPromise<{ version: number }, CopySave>(async ({ input }) => {
              copies.push(input);
              return { version: 2 };
            }),
          },
        }),
        loadSettings: fromPromise<SettingsPageData, { serialNumber: string }>(async () => ({
          settings: sampleSettings(change),
          learning,
          stills,
        })),
        saveSettings: fromPromise<{ version: number }, SaveRequest>(async ({ input }) => {
          saves.push(input);
          return { version: 2 };
        }),
        carryOut: fromPromise<unknown, SettingsAct>(async ({ input }) => acts.push(input)),
      },
    }),
    {
      query: { serialNumber: 'S2-1' },
      now: () => SAMPLE_TIME,
      contexts: {
        session: { user: userOf() },
        fleet: {
          robots: Object.fromEntries(robots.map((robot) => [robot.serialNumber, robot])),
          order: robots.map(({ serialNumber }) => serialNumber),
          sites: [],
        },
      },
    },
  );
  await settle();
  return { ...page, saves, acts, copies };
}

it('shows what the robot reports, and why it refused', async () => {
  await show();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Settings of East patrol');
  expect(screen.getByText('still Off: The lamp board does not answer.')).toBeTruthy();
  // The switch shows what is wanted; the line beside it says that the robot does not have it.
  expect(screen.getByRole('switch', { name: 'Patrol warning light' }).getAttribute('aria-checked')).toBe('true');
  // Only what the robot announces.
  expect(screen.queryByRole('switch', { name: 'Chassis light' })).toBeNull();
});

it('moves the head by the arrow keys within its range', async () => {
  await show();
  const head = () => screen.getByRole('slider', { name: 'Head, up and down' });
  const vertical = screen.getAllByRole('slider', { name: 'Head, up and down' });
  const fan = vertical.find((one) => one.tagName === 'svg') ?? head();
  fireEvent.keyDown(fan, { key: 'ArrowUp', shiftKey: true });
  expect(fan.getAttribute('aria-valuenow')).toBe('27');
  for (let i = 0; i < 4; i++) fireEvent.keyDown(fan, { key: 'ArrowUp', shiftKey: true });
  expect(fan.getAttribute('aria-valuenow')).toBe('34');
});

it('takes an exact number when its field is left, or by Enter, to the step of the setting', async () => {
  const { saves } = await show({ settings: [sampleSetting(), sampleSetting({ ...TEMPERATURE })] });
  const field = (name: string) => screen.getByRole('textbox', { name });
  fireEvent.change(field('High temperature above'), { target: { value: '38,44' } });
  await settle();
  expect(saves).toEqual([]);
  fireEvent.blur(field('High temperature above'));
  await settle();
  expect(saves.map(({ values }) => values)).toEqual([{ highTemperature: 38.4 }]);
  fireEvent.change(field('Volume'), { target: { value: '37' } });
  fireEvent.keyDown(field('Volume'), { key: 'Enter' });
  await settle();
  expect(saves.map(({ values }) => values)[1]).toEqual({ volume: 37 });
  // What is no number is dropped.
  fireEvent.change(field('Volume'), { target: { value: 'loud' } });
  fireEvent.blur(field('Volume'));
  await settle();
  expect(field('Volume')).toHaveProperty('value', '80');
  expect(saves).toHaveLength(2);
});

it('says at the field that a number is out of range, and saves nothing', async () => {
  const { saves } = await show();
  const fields = () => screen.getAllByRole('textbox', { name: 'Head, up and down' });
  // One in the row, one under the dial.
  expect(fields()).toHaveLength(2);
  for (const [i, field] of fields().entries()) {
    fireEvent.change(field, { target: { value: `${90 + i}` } });
    fireEvent.blur(field);
    await settle();
    for (const one of fields()) {
      expect(one).toHaveProperty('value', `${90 + i}`);
      const fault = document.getElementById(one.getAttribute('aria-describedby') ?? '');
      expect(fault?.textContent).toBe('Out of range');
    }
  }
  expect(saves).toEqual([]);
});

it('leads from a learning record to its moment', async () => {
  const { press, toldTo } = await show();
  await press(within(screen.getByRole('region', { name: 'Learning records' })).getByRole('button', { name: 'Replay' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: momentPath({ serialNumber: 'S2-1', at: record.learnedAt }) });
});

it('keeps a learning record', async () => {
  const { acts } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  await settle();
  expect(acts).toEqual([{ what: 'keep', serialNumber: 'S2-1', learningId: 'l1' }]);
});

it('says who taught it, by name where the robot knows the person, and lists only what such people taught', async () => {
  const of = (learningId: string, more: Partial<LearningRecord>): LearningRecord => ({
    ...record,
    learningId,
    what: learningId,
    byStranger: false,
    ...more,
  });
  const known: Partial<LearningRecord> = {
    teacher: { kind: 'known', name: 'Lin Wei' },
    state: 'inUse',
    uses: 12,
    decidedBy: 'Robin Hale',
    decidedAt: SAMPLE_TIME,
  };
  // The last one is of a robot that does not say who taught it.
  await show(
    {},
    'superAdmin',
    [],
    [
      of('chute', { byStranger: true, teacher: { kind: 'stranger', name: '' } }),
      of('breakfast', known),
      of('shorter way', { from: '', teacher: { kind: 'self', name: '' } }),
      of('lobby', {}),
    ],
  );
  const card = within(screen.getByRole('region', { name: 'Learning records' }));
  const lines = () => card.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(lines()[0]).toContain('Taught by an unknown person, Corridor W');
  expect(lines()[1]).toContain('Taught by Lin Wei, Corridor W');
  expect(lines()[2]).toContain('Learned automatically');
  expect(lines()[3]).toContain('Taught by a known person, Corridor W');
  const facts = card.getByLabelText('Details of breakfast').parentElement;
  expect(facts?.textContent).toMatch(/Taught byLin WeiPlaceCorridor W.*Useused 12 timesDecided byRobin Hale/u);
  const filter = card.getByRole('combobox', { name: 'Filter by who taught it' });
  expect(filter.textContent).toContain('Taught by unknown people (1)');
  fireEvent.change(filter, { target: { value: 'known' } });
  await settle();
  expect(lines().map((line) => /^(?:breakfast|lobby)/u.exec(line)?.[0])).toEqual(['breakfast', 'lobby']);
  fireEvent.change(filter, { target: { value: '' } });
  await settle();
  expect(lines()).toHaveLength(4);
});

it('lets readers read only', async () => {
  const { saves } = await show({ canChange: false });
  expect(screen.queryByRole('button', { name: 'Keep' })).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'Front light' }));
  await settle();
  expect(saves).toEqual([]);
});

it('says so when a robot announces no settings', async () => {
  await show({ settings: [] });
  expect(screen.getByText("This robot doesn't offer any settings")).toBeTruthy();
});

it('copies to a robot that the user administers: the difference first, then what the robot answers', async () => {
  const { press, copies } = await show();
  await press(screen.getByRole('button', { name: 'Copy to other robots' }));
  expect(screen.queryByRole('checkbox', { name: 'Not mine' })).toBeNull();
  await press(screen.getByRole('checkbox', { name: 'Porter' }));
  await press(screen.getByRole('button', { name: 'Compare with 1 robot' }));
  const row = screen.getAllByRole('row').find((one) => one.textContent?.startsWith('Volume'));
  expect(row?.textContent).toContain('65%80%');
  // Only what differs on at least one robot.
  expect(screen.getAllByRole('row')).toHaveLength(2);
  expect(copies).toEqual([]);
  await press(screen.getByRole('button', { name: 'Send 1 change' }));
  expect(copies).toEqual([{ serialNumber: 'W1-1', values: { volume: 80 }, version: 1, acceptsPolicy: false }]);
  expect(screen.getByText("Sent. The robots' responses are shown above.")).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Done' }));
  expect(screen.getByRole('region', { name: 'Lights' })).toBeTruthy();
});

it('says at a text that was stored before its limit which robot it is of, and copies the rest', async () => {
  const speech = sampleSetting({
    name: 'speechChinese',
    wanted: null,
    reported: { value: '请'.repeat(201), since: SAMPLE_TIME },
  });
  const { press, copies } = await show({ settings: [sampleSetting(), speech] });
  await press(screen.getByRole('button', { name: 'Copy to other robots' }));
  await press(screen.getByRole('checkbox', { name: 'Porter' }));
  await press(screen.getByRole('button', { name: 'Compare with 1 robot' }));
  expect(screen.getByText('Too long. Not copied: correct it in the settings of East patrol first.')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: /^Change .*Chinese/u })).toBeNull();
  await press(screen.getByRole('button', { name: 'Send 1 change' }));
  expect(copies.map(({ values }) => values)).toEqual([{ volume: 80 }]);
});

it('lists its sections at the side', async () => {
  await show();
  const list = screen.getByRole('navigation', { name: 'Sections' });
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Lights', 'Head', 'Camera and sound', 'Names and texts', 'Learning records1', 'Ownership']);
});

it.each([
  ['superAdmin', 1],
  ['robotAdmin', 0],
] as const)('offers unbinding to owners only: %s', async (relation, count) => {
  const { press } = await show({}, relation);
  const buttons = screen.queryAllByRole('button', { name: 'Unbind' });
  expect(buttons).toHaveLength(count);
  if (buttons[0]) {
    await press(buttons[0]);
    expect(screen.getByRole('alertdialog').textContent).toContain('East patrol');
  }
});

it('shows still pictures with their times, and says when the newest one is overdue', async () => {
  const timedRefresh = sampleSetting({
    name: 'timedRefresh',
    wanted: { value: 60, version: 1, by: 'u1', byName: 'Lin Wei', at: SAMPLE_TIME },
    reported: { value: 60, since: SAMPLE_TIME },
  });
  const still = (fileId: string, age: number) => ({ fileId, at: SAMPLE_TIME - age, url: `data:,${fileId}` });
  await show({ settings: [timedRefresh] }, 'superAdmin', [still('a', 100_000), still('b', 160_000)]);
  expect(screen.getAllByRole('img', { name: /^Still picture at /u })).toHaveLength(2);
  expect(screen.getAllByText(/overdue/u)).toHaveLength(1);
});
