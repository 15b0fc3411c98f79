/** The first set-up in jsdom: the real component and machine over a fake server. */
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setup, SimulatedClock } from 'xstate';
import type { Checklist } from '../../../../contract/entities/checklist.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import { POLL_MS } from '../../../../src/machines/checklist/checklist.machine.ts';
import type { Live, LivePose } from '../../../../src/machines/live.ts';
import { ChecklistPage } from '../../../../src/ui/pages/checklist/ChecklistPage.tsx';
import {
  checklistServer,
  DRIVEN,
  EMPTY,
  HEARD,
  READY,
  REFUSED,
  WITH_FLOOR,
  WITH_ROBOT,
  WITH_SITE,
} from '../../../fakes/checklistServer.ts';
import { EMPTY_HALL } from '../../../fakes/emptyHall.ts';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

/** The browser's links, all up. */
const connection = setup({
  types: { context: {} as { broker: 'ok' }, tags: {} as 'ok' | 'brokerHeard' },
}).createMachine({
  context: { broker: 'ok' },
  initial: 'up',
  states: { up: { tags: ['ok', 'brokerHeard'] } },
});

const POSE: LivePose = {
  serialNumber: 'K-7',
  mapId: 'map-1',
  x: 0,
  y: 0,
  theta: 0,
  speed: 0,
  at: 0,
  arrived: 0,
  before: null,
};
const hall = (id: string) => ({ id, plan: EMPTY_HALL, picture: null, points: [] }) as unknown as IndoorMap;
const STILL: Partial<Live> = { pose: () => null, onMove: () => () => undefined };

async function show(
  first: Checklist = EMPTY,
  { language = 'enUS' as Language, width = 1_440, plan = null as IndoorMap | null, live = STILL } = {},
) {
  const clock = new SimulatedClock();
  const { server, machine } = checklistServer(first);
  server.plan = plan;
  const page = await renderPage(ChecklistPage, machine, {
    user: userOf(),
    language,
    width,
    clock,
    now: () => 300_000,
    live,
    contexts: { fleet: { robots: [] } as object, pendingStops: { entries: {} } },
    siblings: { connection },
  });
  return {
    ...page,
    server,
    type: (label: string, value: string) =>
      page.after(() => fireEvent.change(screen.getByLabelText(label), { target: { value } })),
    poll: () =>
      page.after(async () => {
        clock.increment(POLL_MS);
        await settle();
      }),
  };
}
const stepNamed = (name: string): HTMLElement => {
  const found = screen.getByRole('heading', { level: 2, name }).closest('li');
  if (!found) throw new Error(`no step ${name}`);
  return found;
};

describe('a new installation', () => {
  it('opens on its first step, creates the site and goes on', async () => {
    const page = await show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome to Roundhouse');
    expect(stepNamed('Create your site').getAttribute('aria-current')).toBe('step');
    await page.press(screen.getByRole('button', { name: 'Create site' }));
    expect(screen.getByLabelText('Site name').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('Site name'));
    await page.type('Site name', 'Kai');
    await page.press(screen.getByRole('button', { name: 'Create site' }));
    expect(page.server.saved).toMatchObject([{ what: 'site', name: 'Kai' }]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Set up Kai');
    expect(stepNamed('Create your site').textContent).toContain('Kai, Europe/Berlin');
    expect(stepNamed('Add a floor').getAttribute('aria-current')).toBe('step');
  });

  it('leaves a step that can be done at any time open to a press', async () => {
    const page = await show();
    await page.press(screen.getByRole('button', { name: 'Open: Invite a colleague' }));
    expect(screen.getByRole('link', { name: 'Invite a colleague' }).getAttribute('href')).toBe('/accounts');
    expect(screen.queryByRole('button', { name: 'Open: Register a robot' })).toBeNull();
  });

  it('in Chinese, on a phone', async () => {
    await show(WITH_SITE, { language: 'zhCN', width: 390 });
    expect(stepNamed('添加楼层').getAttribute('aria-current')).toBe('step');
    expect(screen.getByText('已完成 1/6。每一步实际发生后自动完成。')).toBeDefined();
  });
});

describe('a robot that is not heard', () => {
  it('has its connection details, and the reason why it was refused with the fix', async () => {
    const page = await show({ ...WITH_ROBOT, refused: [REFUSED] });
    const step = stepNamed('First message from K-7');
    expect(within(step).getByText('wss://rh.test/mqtt')).toBeDefined();
    expect(step.textContent).toContain("192.0.2.0/24 signs in as K-8. That serial number isn't registered.");
    expect(step.textContent).toContain('Unknown user name K-8 (6 times)');
    await page.press(within(step).getByRole('button', { name: 'Change serial' }));
    await page.press(screen.getByRole('button', { name: 'Change serial' }));
    expect(page.server.acts).toMatchObject([{ act: 'changeSerial', serialNumber: 'K-7', to: 'K-8' }]);
  });

  it('without any sign of it asks about power and network, and tests the ports', async () => {
    const page = await show({
      ...WITH_ROBOT,
      robot: WITH_ROBOT.robot && { ...WITH_ROBOT.robot, registeredAt: 200_000 },
    });
    expect(screen.getByText('Nothing has been heard from this robot yet.')).toBeDefined();
    page.server.ports = [{ kind: 'tls', url: 'mqtts://rh.test:8883', error: 'ECONNREFUSED' }];
    await page.press(screen.getByRole('button', { name: 'Test ports' }));
    expect(screen.getByText(/can't be reached: ECONNREFUSED/u)).toBeDefined();
  });
});

describe('without a robot', () => {
  it('a simulated one is added to the drawn floor', async () => {
    const page = await show(WITH_FLOOR);
    await page.press(screen.getByRole('button', { name: 'No robot yet? Use a simulated one' }));
    expect(page.server.simulatedOn).toEqual(['map-1']);
  });

  it('none is simulated on an imported floor, and the button says so', async () => {
    const { floor } = WITH_FLOOR.steps;
    const imported = floor && { ...floor, source: 'imported' as const };
    const page = await show({ ...WITH_FLOOR, steps: { ...WITH_FLOOR.steps, floor: imported } }, { language: 'zhCN' });
    const button = screen.getByRole('button', { name: /使用模拟机器人/u });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await page.press(button);
    expect(page.server.simulatedOn).toEqual([]);
  });
});

describe('the plan', () => {
  it('shows where the robot is, and moves it', async () => {
    let pose: LivePose = { ...POSE, x: 10, y: 5 };
    let moved = (): void => undefined;
    await show(HEARD, {
      plan: hall('map-1'),
      live: {
        pose: () => pose,
        onMove(listener) {
          moved = listener;
          return () => undefined;
        },
      },
    });
    const marker = screen.getByRole('img', { name: /^K-7 on the plan/u });
    expect([marker.style.left, marker.style.top]).toEqual(['50%', '50%']);
    pose = { ...pose, x: 15, theta: Math.PI / 2 };
    moved();
    expect(Number.parseFloat(marker.style.left)).toBeGreaterThan(60);
    expect(marker.style.rotate).toBe('0rad');
    pose = { ...pose, mapId: 'map-2' };
    moved();
    expect(marker.hidden).toBe(true);
  });

  it('shows no robot whose place is not known', async () => {
    await show(HEARD, { plan: hall('map-1'), live: { pose: () => null, onMove: () => () => undefined } });
    expect(screen.queryByRole('img', { name: /on the plan/u })).toBeNull();
  });
});

describe('the drive', () => {
  it('by hand leads to the page of the robot, otherwise to a test order', async () => {
    const page = await show({ ...HEARD, teleop: true });
    expect(screen.getByRole('link', { name: 'Drive K-7' }).getAttribute('href')).toBe(
      '/home/robot-data?serialNumber=K-7',
    );
    page.server.checklist = HEARD;
    await page.poll();
    expect(screen.queryByRole('link', { name: 'Drive K-7' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Test order' }).getAttribute('href')).toBe(
      '/robots/conformance?serialNumber=K-7',
    );
  });

  it('of a robot whose orders are blocked is a test order with Stop below it, in one press', async () => {
    const page = await show({ ...HEARD, drivingBlocked: true });
    expect(stepNamed('Drive it, then stop it').textContent).toContain('Orders are blocked until the robot');
    await page.press(screen.getByRole('button', { name: 'Send a test order' }));
    expect(page.server.tested).toEqual(['K-7']);
    const card = screen.getByRole('region', { name: 'Test order' });
    expect(card.textContent).toContain("The 2 m ahead of the robot aren't free on its map.");
    await page.press(within(card).getByRole('button', { name: /^Stop/u }));
    expect(page.toldTo('pendingStops')).toEqual([{ type: 'stop.ask', serialNumber: 'K-7', at: 300_000 }]);
    // The step is done while the robot is still on its way: the card stays.
    page.server.checklist = DRIVEN;
    await page.poll();
    expect(screen.getByRole('region', { name: 'Test order' })).toBeDefined();
    await page.press(screen.getByRole('button', { name: 'Test again' }));
    expect(page.server.tested).toEqual(['K-7', 'K-7']);
    await page.press(
      within(screen.getByRole('region', { name: 'Test order' })).getByRole('button', { name: /Close/u }),
    );
    expect(screen.queryByRole('region', { name: 'Test order' })).toBeNull();
  });

  it('of a robot that nobody owns needs its claim code', async () => {
    const page = await show({ ...HEARD, operable: false, robot: WITH_ROBOT.robot });
    await page.press(screen.getByRole('button', { name: 'Claim QR code' }));
    expect(screen.getByRole('alertdialog')).toBeDefined();
  });

  it('that has happened says how far and how fast it stopped', async () => {
    await show(DRIVEN);
    expect(stepNamed('Drive it, then stop it').textContent).toContain('4.2 m by hand, stopped in 0.2 s');
  });
});

it('is ready when all has happened, with what comes next, and can be hidden', async () => {
  const page = await show(READY);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Kai is ready');
  expect(screen.getByRole('link', { name: /^First route/u })).toBeDefined();
  await page.press(screen.getByRole('button', { name: 'Hide checklist' }));
  expect(page.server.hidden).toBe(1);
});

it('says so where there is nothing to set up', async () => {
  await show({ ...READY, applies: false });
  expect(screen.getByText('This installation is set up.')).toBeDefined();
  expect(screen.queryByRole('list')).toBeNull();
});
