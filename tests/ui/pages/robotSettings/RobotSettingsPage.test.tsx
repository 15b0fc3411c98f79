/** The settings page: what the robot reports beside what is set, the head by keys, readers, learning records. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { LearningRecord } from '../../../../contract/entities/learningRecord.ts';
import type { RobotSettings } from '../../../../contract/entities/robotSettings.ts';
import {
  robotSettingsMachine,
  type SaveRequest,
  type SettingsAct,
  type SettingsPageData,
} from '../../../../src/machines/robotSettings/robotSettings.machine.ts';
import { RobotSettingsPage } from '../../../../src/ui/pages/robotSettings/RobotSettingsPage.tsx';
import { SAMPLE_TIME, sampleSettings } from '../../../fakes/robotSettingsSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

afterEach(cleanup);

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

async function show(change: Partial<RobotSettings> = {}) {
  const saves: SaveRequest[] = [];
  const acts: SettingsAct[] = [];
  await renderPage(
    RobotSettingsPage,
    robotSettingsMachine.provide({
      delays: { settle: 0 },
      actors: {
        loadSettings: fromPromise<SettingsPageData, { serialNumber: string }>(async () => ({
          settings: sampleSettings(change),
          learning: [record],
        })),
        saveSettings: fromPromise<{ version: number }, SaveRequest>(async ({ input }) => {
          saves.push(input);
          return { version: 2 };
        }),
        carryOut: fromPromise<unknown, SettingsAct>(async ({ input }) => acts.push(input)),
      },
    }),
    { query: { serialNumber: 'S2-1' }, now: () => SAMPLE_TIME },
  );
  await settle();
  return { saves, acts };
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

it('keeps a learning record', async () => {
  const { acts } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  await settle();
  expect(acts).toEqual([{ what: 'keep', serialNumber: 'S2-1', learningId: 'l1' }]);
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
  expect(screen.getByText('This robot announces no settings')).toBeTruthy();
});
