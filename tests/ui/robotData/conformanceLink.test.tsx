/** The way from a robot's page to the check of its messages: for account administrators only. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { SN } from '../../fakes/robotSample.ts';
import { installCanvas } from './canvas.ts';
import { endRobots, showRobot } from './showRobot.tsx';

beforeAll(installCanvas);
afterEach(endRobots);

it('leads account administrators to the check of this robot', async () => {
  const { told } = await showRobot({ roles: ['admin', 'operator'] });
  fireEvent.click(screen.getByRole('button', { name: 'Check messages' }));
  expect(told).toContainEqual({ type: 'navigation.go', to: `/robots/conformance?serialNumber=${SN}` });
});

it('is not offered to others', async () => {
  await showRobot();
  expect(screen.queryByRole('button', { name: 'Check messages' })).toBeNull();
});
