/** The robot's page says how many watch the robot, and who they are. */
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { sampleDetail, sampleLive } from '../../fakes/robotSample.ts';
import { installCanvas } from './canvas.ts';
import { endRobots, showRobot } from './showRobot.tsx';

beforeAll(installCanvas);
afterEach(endRobots);

const first = { detail: sampleDetail({ live: sampleLive({ watching: { viewers: 2, listening: 1 } }) }) };

it.each([1_440, 390])('at %i px: how many, and on request their names with the own one marked', async (width) => {
  const robot = await showRobot({ first, width });
  robot.world.watchers = [
    { name: 'Chen Yu', isSelf: false },
    { name: 'Lin Wei', isSelf: true },
  ];
  const mark = screen.getByRole('button', { name: '2 watching, 1 listening. Show who is watching' });
  // The phone has room for the icon alone.
  expect(mark.textContent).toBe(width === 390 ? '' : '2 watching, 1 listening');
  await robot.so(() => fireEvent.click(mark));
  const list = within(screen.getByRole('dialog', { name: 'Watching now' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Chen Yu', 'Lin Wei (you)']);
});

it('says so if nobody of this server is among them', async () => {
  const robot = await showRobot({ first });
  await robot.so(() => fireEvent.click(screen.getByRole('button', { name: /^2 watching/u })));
  expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toMatch(/^Nobody with an account/u);
});

it('is absent while nobody watches', async () => {
  await showRobot({ first: { detail: sampleDetail({ live: sampleLive({}) }) } });
  expect(screen.queryByRole('button', { name: /watching/u })).toBeNull();
});
