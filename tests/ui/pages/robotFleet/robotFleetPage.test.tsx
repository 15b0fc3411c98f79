/** The robot fleet in jsdom: the real component and machine over a fake server. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { SERIAL_CHECK_MS } from '../../../../src/machines/robotFleet/robotFleet.machine.ts';
import { RobotFleetPage } from '../../../../src/ui/pages/robotFleet/RobotFleetPage.tsx';
import { sampleCase } from '../../../fakes/alarmSample.ts';
import { fleetServer, NEWCOMER, SECRET } from '../../../fakes/fleetRobots.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

async function show({ language = 'enUS' as Language, width = 1_440, alarms = [] as AlarmCase[] } = {}) {
  const clock = new SimulatedClock();
  const { server, machine } = fleetServer();
  const page = await renderPage(RobotFleetPage, machine, {
    user: userOf(),
    language,
    width,
    clock,
    now: () => 1_000_400,
    contexts: { alarms: { rows: alarms } },
  });
  const open = async (menu: string, entry: string) => {
    const button = screen.getByRole('button', { name: menu });
    await page.after(() => fireEvent.keyDown(button, { key: 'Enter' }));
    await page.press(screen.getByRole('menuitem', { name: entry }));
  };
  const type = (label: string, value: string) =>
    page.after(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
  return { ...page, server, clock, open, type };
}

it('lists robots with life, model and age of the last message; waiting ones first', async () => {
  await show();
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    'K-7K-7',
    'PorterW1-1',
    'Old porterW0-1',
  ]);
  expect(rows[0]?.textContent).toContain('Never connected');
  expect(rows[1]?.textContent).toMatch(/Acme W1Delivery.*Harbour.*Bound.*0\.4 s/u);
  expect(rows[2]?.textContent).toContain('Retired');
  expect(screen.getByText(/2 robots\. 1 never connected, 0 not bound yet, 1 retired\./u)).toBeDefined();
});

it('marks a robot with an unresolved alarm case, in the list and its details, and leads to the case', async () => {
  const page = await show({ alarms: [sampleCase({ id: 'c7', serialNumber: 'W1-1' }), sampleCase()] });
  const links = () => screen.getAllByRole('link', { name: 'Alarm case of Porter: Smoke' });
  expect(links().map((link) => link.getAttribute('href'))).toEqual(['/alarms/case?id=c7']);
  await page.press(screen.getByText('Porter'));
  expect(links()).toHaveLength(2);
});

it('on a phone shows a block for each, in Chinese', async () => {
  await show({ width: 390, language: 'zhCN' });
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('从未连接');
});

it('exports every robot of the filter, not only those of the page', async () => {
  const page = await show();
  await page.press(screen.getByRole('button', { name: 'Export CSV' }));
  expect(page.server.exported).toMatchObject([{ text: '', ofSite: '', life: '', kind: '' }]);
  expect(page.toldTo('notices')).toMatchObject([{ notice: { key: 'robotFleet.exported' } }]);
  page.server.exporting = new Promise(() => undefined);
  await page.press(screen.getByRole('button', { name: 'Export CSV' }));
  await page.press(screen.getByRole('button', { name: 'Cancel export' }));
  expect(screen.queryByRole('button', { name: 'Cancel export' })).toBeNull();
});

it('filters by stage, site, kind and text in the URL', async () => {
  const page = await show();
  await page.press(screen.getByRole('button', { name: /^Never connected/u }));
  await page.after(() => fireEvent.change(screen.getByLabelText('Site'), { target: { value: 'two' } }));
  expect(page.toldTo('navigation')).toMatchObject([
    { type: 'navigation.query', query: { state: 'neverConnected', page: '' } },
    { type: 'navigation.query', query: { site: 'two', page: '' } },
  ]);
});

it('names the robot that has a serial number, and does not register it again', async () => {
  const page = await show();
  await page.press(screen.getByRole('button', { name: 'Register a robot' }));
  await page.type('Serial number', 'w1-1');
  await page.after(() => page.clock.increment(SERIAL_CHECK_MS));
  expect(screen.getByText('Porter has this number.')).toBeDefined();
  await page.press(screen.getByRole('button', { name: 'Register robot' }));
  expect(page.server.saved).toEqual([]);
});

it('registers a robot of an unknown model with a kind, and shows the password once', async () => {
  const page = await show();
  await page.press(screen.getByRole('button', { name: 'Register a robot' }));
  await page.type('Serial number', 'W1-9');
  await page.type('Model', 'Q7');
  expect(screen.getByText(/This model isn't known/u)).toBeDefined();
  await page.press(screen.getByRole('radio', { name: 'Security' }));
  await page.type('Name in English', 'Watch');
  await page.after(() =>
    fireEvent.change(screen.getByLabelText('Site', { selector: 'form select' }), { target: { value: 'one' } }),
  );
  await page.type('1F Ground', 'floor1');
  await page.press(screen.getByRole('button', { name: 'Register robot' }));
  expect(page.server.saved).toMatchObject([
    { serialNumber: 'W1-9', manufacturer: 'Acme', robotModel: 'Q7', kind: 'security', maps: { 'map-1': 'floor1' } },
  ]);

  const dialog = screen.getByRole('dialog', { name: 'Watch is registered' });
  expect(within(dialog).getByLabelText('Password').textContent).toBe(SECRET);
  expect(within(dialog).getByText('7QK4-M2XD')).toBeDefined();
  expect(within(dialog).getByText('mqtts://rh.test:8883')).toBeDefined();
  expect(within(dialog).getByRole('link', { name: 'CA certificate' }).getAttribute('href')).toBe(
    'https://rh.test/ca.pem',
  );
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
  await page.after(() => fireEvent.keyDown(dialog, { key: 'Escape' }));
  expect(screen.getByRole('dialog', { name: 'Watch is registered' })).toBeDefined();
  await page.press(within(dialog).getByRole('button', { name: 'I have stored them' }));
  expect(document.body.innerHTML).not.toContain(SECRET);
});

it('asks before the page is left with a password in sight', async () => {
  const page = await show();
  await page.open('Actions for Porter', 'Renew password');
  await page.press(screen.getByRole('button', { name: 'Renew password' }));
  expect(screen.getByText(SECRET)).toBeDefined();
  await page.after(() => page.screen.send({ type: 'page.leaveAsked', to: '/home' }));
  await page.press(screen.getByRole('button', { name: 'Stay' }));
  expect(screen.getByText(SECRET)).toBeDefined();
});

it('retires with a red button that names the robot, and says what stays', async () => {
  const page = await show();
  await page.open('Actions for Porter', 'Retire');
  const question = screen.getByRole('alertdialog', { name: 'Retire Porter?' });
  expect(question.textContent).toContain('Records, alarms and photos are kept.');
  expect(question.textContent).toContain('It is charging and stays where it is.');
  const yes = within(question).getByRole('button', { name: 'Retire Porter' });
  expect(yes.className).toContain('btn-danger-fill');
  await page.press(yes);
  expect(page.server.acts).toEqual(['retire W1-1']);
});

it('leads from a retired robot, which no list offers, to its records', async () => {
  const page = await show();
  const records = () => screen.queryByRole('navigation', { name: 'Records of this robot' });
  await page.press(screen.getByText('Porter'));
  expect(records()).toBeNull();
  await page.press(screen.getByText('Old porter'));
  const links = within(records()!).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Run records', '/activities/cruise-record?robots=W0-1'],
    ['Event records', '/activities/event-record?robots=W0-1'],
    ['All cases', '/alarms/cases?robots=W0-1'],
    ['Cruise routes', '/setting/cruise-line?serialNumber=W0-1'],
  ]);
});

it('offers a retired robot nothing but to come back and to move', async () => {
  const page = await show();
  const button = screen.getByRole('button', { name: 'Actions for Old porter' });
  await page.after(() => fireEvent.keyDown(button, { key: 'Enter' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Reinstate',
    'Move to another site',
  ]);
});

it('says what stays behind when a robot moves, and why it cannot', async () => {
  const page = await show();
  page.server.belongings = {
    ...page.server.belongings,
    tasks: 3,
    deliveries: { handedOn: 0, failing: 1 },
    obstacle: ERRORS.robotMoving,
  };
  await page.open('Actions for Porter', 'Move to another site');
  const dialog = screen.getByRole('dialog', { name: 'Move Porter to another site' });
  expect(dialog.textContent).toContain('2 routes, 5 points, default route Round, map names for Ground');
  expect(dialog.textContent).toContain('3 scheduled tasks are paused.');
  expect(dialog.textContent).toContain('1 delivery fails. Take the parcel out of the robot first.');
  expect(dialog.textContent).not.toContain('another robot');
  expect(dialog.textContent).toContain('The robot is driving.');
  expect(within(dialog).queryByRole('option', { name: 'Harbour' })).toBeNull();
});

it('opens the details with the connection, without a password', async () => {
  const page = await show();
  await page.press(screen.getByText('Porter'));
  const details = screen.getByRole('region', { name: 'Porter' });
  for (const text of ['mqtts://rh.test:8883', 'uagv/v2/Acme/W1-1', 'Ground = floor1'])
    expect(within(details).getByText(text)).toBeDefined();
  await page.press(within(details).getByRole('button', { name: 'Close' }));
  await page.press(screen.getAllByText(NEWCOMER.serialNumber)[0] ?? document.body);
  expect(screen.getByRole('region', { name: 'K-7' }).textContent).toContain('No messages for 12 min.');
});

it('undoes a new name', async () => {
  const page = await show();
  await page.open('Actions for Porter', 'Rename');
  await page.type('Name in English', 'Runner');
  await page.press(screen.getByRole('button', { name: 'Rename' }));
  await page.press(await waitFor(() => screen.getByRole('button', { name: 'Undo' })));
  expect(page.server.undone).toMatchObject([{ serialNumber: 'W1-1', before: { enUS: 'Porter' } }]);
});

it('makes a claim code that adds the role operator, which is said beside the code and in the details', async () => {
  const page = await show();
  page.server.revealed = {
    what: 'claim',
    serialNumber: 'K-7',
    claim: { claimCode: '7QK4-M2XD', claimQr: 'data:image/svg+xml;base64,', claimRole: 'operator' },
  };
  await page.open('Actions for K-7', 'New claim code');
  await page.press(screen.getByRole('radio', { name: 'Operator' }));
  await page.press(screen.getByRole('button', { name: 'Create code' }));
  expect(page.server.saved).toMatchObject([{ mode: 'claim', serialNumber: 'K-7', claimRole: 'operator' }]);
  expect(
    screen.getByText('The first to bind it becomes super administrator and gets the role Operator.'),
  ).toBeDefined();

  page.unmount();
  const again = await show();
  again.server.found = { ...again.server.found, rows: [{ ...NEWCOMER, claimRole: 'operator' }] };
  await again.after(() => again.screen.send({ type: 'list.reload' }));
  await again.press(screen.getAllByText('K-7')[0] as HTMLElement);
  expect(screen.getByText('Unused, adds the role Operator')).toBeDefined();
});
