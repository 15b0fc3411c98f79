/** The banner of a robot that needs somebody: whom to call. */
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { NOW } from '../../fakes/robotSample.ts';
import { installCanvas } from './canvas.ts';
import { endRobots, showRobot } from './showRobot.tsx';

beforeAll(installCanvas);
afterEach(endRobots);

const NUMBER = '+1 202 555 0141';
const kai = (phoneNumber?: string) => ({
  id: 'kai',
  name: 'Kai',
  timeZone: 'UTC',
  floors: [],
  demo: false,
  ...(phoneNumber !== undefined && { phoneNumber }),
});
const link = () => screen.queryByRole('link', { name: /^Call reception/u });

it('offers the number of the reception while the robot is offline or its emergency stop is pressed', async () => {
  const robot = await showRobot({ first: { site: kai(NUMBER) } });
  expect(link()).toBeNull();
  await robot.seen({ connection: 'broken', status: 'offline', at: NOW - 90_000 });
  expect(link()).toBeTruthy();
  await robot.seen({ eStop: 'MANUAL', status: 'alarm' });
  const shown = within(screen.getByRole('alert')).getByRole('link', { name: `Call reception ${NUMBER}` });
  expect(shown.getAttribute('href')).toBe('tel:+12025550141');
});

it.each([undefined, ''])('offers nothing at a site with the number %j', async (number) => {
  const robot = await showRobot({ first: { site: kai(number) } });
  await robot.seen({ eStop: 'MANUAL', status: 'alarm' });
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(link()).toBeNull();
});
