/** The panel of a robot's actions: what it announces, what it reports, and what was asked. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { ROBOT_ACTIONS } from '../../../contract/rules/robotActions.ts';
import { NOW, sampleDetail } from '../../fakes/robotSample.ts';
import { UNKNOWN_DEVICES } from '../../fakes/unknownDevices.ts';
import { installCanvas } from './canvas.ts';
import { endRobots, showRobot } from './showRobot.tsx';

beforeAll(installCanvas);
afterEach(endRobots);

const STATE = {
  battery: 78,
  charging: false,
  driving: false,
  paused: false,
  eStop: 'NONE',
  mode: 'AUTOMATIC',
  located: true,
  localization: 0.98,
  speed: 0,
} as const;
const detailWith = (actions: readonly string[]) =>
  sampleDetail({ abilities: { ...sampleDetail().abilities, actions: [...actions] } });
const open = async (actions: readonly string[], width?: number) => {
  const shown = await showRobot({ first: { detail: detailWith(actions) }, ...(width ? { width } : {}) });
  if (!width) await act(async () => screen.getByRole('button', { name: 'Actions' }).click());
  return shown;
};
const DEVICES = { ...UNKNOWN_DEVICES, lights: false, volume: 60, cabinets: 2, openCabinets: [2] };

it('has what the robot announces', async () => {
  await open(['say', 'setLights']);
  const panel = screen.getByRole('dialog', { name: 'Actions' });
  expect(within(panel).getByRole('textbox', { name: 'Text to say' })).toBeTruthy();
  expect(within(panel).getByRole('switch', { name: 'Lights' })).toBeTruthy();
  expect(within(panel).getByText('Not reported')).toBeTruthy();
  expect(within(panel).queryByRole('button', { name: 'Take a photo' })).toBeNull();
  expect(within(panel).queryByRole('slider')).toBeNull();
});

it('shows the reported values, and asks for others', async () => {
  const shown = await open(ROBOT_ACTIONS);
  await shown.so(() => shown.report({ type: 'state.heard', now: NOW, devices: DEVICES, state: STATE }));
  const panel = within(screen.getByRole('dialog', { name: 'Actions' }));
  expect(panel.getByRole('switch', { name: 'Lights' }).getAttribute('aria-checked')).toBe('false');
  await shown.so(() => panel.getByRole('switch', { name: 'Lights' }).click());
  // Not before the robot reports it.
  expect(panel.getByRole('switch', { name: 'Lights' }).getAttribute('aria-checked')).toBe('false');
  await shown.so(() => panel.getByRole('button', { name: 'Open compartment 1' }).click());
  expect(panel.getByRole('button', { name: 'Close compartment 2' })).toBeTruthy();
  fireEvent.change(panel.getByRole('textbox', { name: 'Text to say' }), { target: { value: ' Mind the step ' } });
  await shown.so(() => panel.getByRole('button', { name: 'Say' }).click());
  await shown.so(() => panel.getByRole('button', { name: 'Take a photo' }).click());
  expect(shown.world.actions.map(({ request }) => request)).toEqual([
    { kind: 'setLights', on: true },
    { kind: 'openCabinet', cabinet: 1 },
    { kind: 'say', text: 'Mind the step' },
    { kind: 'takePhoto' },
  ]);
  expect(panel.getByRole('list', { name: 'Progress of actions' }).textContent).toContain('Sending to server');
});

it('says no text that is longer than 400 letters or 200 Chinese characters', async () => {
  const shown = await open(['say']);
  const panel = within(screen.getByRole('dialog', { name: 'Actions' }));
  const field = panel.getByRole('textbox', { name: 'Text to say' });
  const type = (text: string) => shown.so(() => fireEvent.change(field, { target: { value: text } }));
  await type('话'.repeat(201));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(panel.getByRole('alert').textContent).toBe('Use at most 400 letters or 200 Chinese characters.');
  await shown.so(() => panel.getByRole('button', { name: 'Say' }).click());
  fireEvent.submit(field);
  expect(shown.world.actions).toEqual([]);
  await type('话'.repeat(200));
  expect(field.hasAttribute('aria-invalid')).toBe(false);
  await shown.so(() => panel.getByRole('button', { name: 'Say' }).click());
  expect(shown.world.actions.map(({ request }) => request)).toEqual([{ kind: 'say', text: '话'.repeat(200) }]);
});

it('turns the head by keys: one command after the last change', async () => {
  const shown = await open(['setHead']);
  const dial = within(screen.getByRole('dialog', { name: 'Actions' })).getByRole('slider', {
    name: 'Head, left and right',
  });
  await shown.so(() => fireEvent.keyDown(dial, { key: 'ArrowLeft' }));
  await shown.so(() => fireEvent.keyDown(dial, { key: 'ArrowLeft', shiftKey: true }));
  expect(dial.getAttribute('aria-valuenow')).toBe('96');
  expect(shown.world.actions).toEqual([]);
  await shown.so(() => shown.clock.increment(400));
  expect(shown.world.actions.map(({ request }) => request)).toEqual([
    { kind: 'setHead', horizontal: 96, vertical: 22 },
  ]);
});

it('is part of the page on a phone, and explains what is not possible', async () => {
  const shown = await open(['setLights'], 390);
  await shown.seen({ connection: 'broken', status: 'offline' });
  const panel = within(screen.getByRole('region', { name: 'Actions' }));
  const lights = panel.getByRole('switch', { name: 'Lights' });
  expect(document.getElementById(lights.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/offline/iu);
  await shown.so(() => lights.click());
  expect(shown.world.actions).toEqual([]);
});
