/** The banner of a robot that needs somebody: whom to call, and which compartments are jammed. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOW, sampleDetail, SN } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
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

describe('a jammed compartment', () => {
  const base = sampleDetail();
  const detail = { ...base, abilities: { ...base.abilities, compartments: ['small' as const, 'small' as const] } };
  const jam = { compartment: 2, at: NOW, obstacle: null };
  const title = 'Compartment 2 is jammed';

  it('is released by those who may; the banner goes at once when somebody else or the robot was first', async () => {
    const robot = await showRobot({ first: { detail }, jams: [jam] });
    expect(screen.getByText(title)).toBeTruthy();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'It works again' })));
    await act(settle);
    expect([robot.world.clearedJams, screen.queryByText(title)]).toEqual([[2], null]);

    robot.world.jams = [{ ...jam, isParcelInside: true }];
    const noticed = (serialNumber: string) =>
      act(async () => {
        const notice = { type: 'deliveryChanged', deliveryId: 'd', siteId: 's', status: 'delivering', needsYou: false };
        robot.screen.send({ type: 'page.noticed', notice: { ...notice, serialNumber } } as never);
        await settle();
      });
    await noticed('another');
    expect(screen.queryByText(title)).toBeNull();
    await noticed(SN);
    expect(screen.getByRole('button', { name: 'It works again, parcel removed' })).toBeTruthy();
    robot.world.jams = [];
    await noticed(SN);
    expect(screen.queryByText(title)).toBeNull();
  });
  it('is shown to others without the act', async () => {
    const robot = await showRobot({ first: { detail }, jams: [{ ...jam, obstacle: 'notAllowed' }] });
    const button = screen.getByRole('button', { name: 'It works again' });
    await act(async () => fireEvent.click(button));
    expect([button.getAttribute('aria-disabled'), robot.world.clearedJams]).toEqual(['true', []]);
  });
});
