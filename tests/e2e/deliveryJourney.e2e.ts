/**
 * A delivery in three browsers: an operator orders it, a loader follows the link of their message and types the loading
 * code at the robot, and the recipient opens the compartment on a phone. axe on each page.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { catalogue } from '../../contract/endpoints/catalogue.ts';
import type { Api } from '../fakes/apiClient.ts';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  apiOf,
  enter,
  launch,
  OPERATOR,
  openContext,
  startServer,
  until,
  type Look,
  type RunningServer,
} from './harness.ts';

const PHONE: Look = { width: 390, height: 844, locale: 'en-US', theme: 'light' };
const [RECIPIENT, LOADER] = ['2025550123', '2025550155'];
/** The simulated robot drives in real time. */
const DRIVE_MS = 240_000;

let server: RunningServer;
let browser: Browser;
let admin: Api<typeof catalogue>;
beforeAll(async () => {
  // Without the demo's guests, no robot is busy with their orders.
  [server, browser] = await Promise.all([
    startServer({ ROUNDHOUSE_ROBOTS: '2', ROUNDHOUSE_DEMO_GUESTS: 'off' }),
    launch(),
  ]);
  admin = await apiOf(server, ADMIN);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** The page behind the link in the newest message to this number, opened with that number. */
async function openLink(page: Page, number: string): Promise<void> {
  let link = '';
  await until(
    async () => {
      const { rows } = await admin.outbox.list({ text: `+1${number}`, limit: 20 });
      link = /https?:\S+\/phone-verification-code\?\S+/u.exec(rows[0]?.body ?? '')?.[0] ?? '';
      return link !== '';
    },
    `a message to ${number}`,
    DRIVE_MS,
  );
  const { pathname, search } = new URL(link);
  await page.goto(`${server.url}${pathname}${search}`);
  await page.getByLabel('Phone number').fill(number);
  await page.getByRole('button', { name: 'Show my delivery' }).click();
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

it('from the order to the hand-over, with a code at the robot and one on a phone', { timeout: 900_000 }, async () => {
  await until(
    async () => (await admin.robots.list({})).robots.some(({ kind, live }) => kind === 'delivery' && live.located),
    'a delivery robot is online',
  );
  const [operator, loader, recipient] = [
    await (await openContext(browser)).newPage(),
    await (await openContext(browser)).newPage(),
    await (await openContext(browser, PHONE)).newPage(),
  ];

  // The order.
  await enter(operator, server, OPERATOR, '/activities/delivery-record');
  await heading(operator, 'Nothing is being delivered').waitFor();
  await operator.getByRole('combobox', { name: 'From' }).selectOption({ label: 'Kitchen pass' });
  await operator.getByRole('combobox', { name: 'To' }).fill('106');
  await operator.getByRole('option', { name: /^Room 106/u }).click();
  await operator.getByLabel('Recipient phone (+1)').fill(RECIPIENT);
  await operator.getByRole('button', { name: 'More options' }).click();
  await operator.getByLabel('Loader phone').fill(LOADER);
  await operator.getByText(/takes it, free now/u).waitFor();
  await operator.getByRole('button', { name: /^Send/u }).click();
  await operator.getByText(/^Delivery \d+ to Room 106 created$/u).waitFor();
  await operator.getByRole('button', { name: /Kitchen pass.*Room 106/u }).click();
  const history = operator.getByRole('list', { name: 'History' });
  await history.waitFor();
  expect(await axeFindings(operator)).toEqual([]);
  const [delivery] = (await admin.deliveries.board({ siteId: '' })).rows;
  const serialNumber = async (): Promise<string> =>
    (await admin.deliveries.details({ deliveryId: delivery?.id ?? '' })).delivery.serialNumber;
  await until(async () => (await serialNumber()) !== '', 'a robot takes it');

  // The loading code, first a wrong one.
  await openLink(loader, LOADER);
  await heading(loader, 'The robot is ready for loading').waitFor({ timeout: DRIVE_MS });
  expect(await axeFindings(loader)).toEqual([]);
  const code = (await loader.getByText(/^\d(?: \d){5}$/u).innerText()).replaceAll(' ', '');
  const simulatedRobot = await serialNumber();
  await admin.faults.typeCode({ simulatedRobot, code: code === '000000' ? '000001' : '000000' });
  await history.getByText('Wrong code entered').waitFor();
  await admin.faults.typeCode({ simulatedRobot, code });
  await heading(loader, 'Loaded').waitFor();
  await history.getByText('Loading completed').waitFor();

  // The recipient.
  await openLink(recipient, RECIPIENT);
  await heading(recipient, 'The robot is at your door').waitFor({ timeout: DRIVE_MS });
  expect(await axeFindings(recipient)).toEqual([]);
  const photo = operator.getByRole('img', { name: 'Photo at the door' });
  await photo.waitFor();
  await until(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), 'the photo is shown');
  await recipient.getByRole('button', { name: 'Open the compartment' }).click();
  await heading(recipient, 'Picked up').waitFor();
  expect(await recipient.getByText(/^\d(?: \d){5}$/u).count()).toBe(0);
  expect(await axeFindings(recipient)).toEqual([]);

  // What the operator sees of it.
  await history.getByText('Completed', { exact: true }).waitFor();
  const details = operator.getByRole('region', { name: 'Kitchen pass to Room 106' });
  await details.getByRole('button', { name: 'Close', exact: true }).click();
  await heading(operator, 'Nothing is being delivered').waitFor();
  await operator.getByRole('radio', { name: 'Records' }).click();
  await operator
    .getByRole('row', { name: /Room 106.*Completed/u })
    .first()
    .waitFor();
  expect(await axeFindings(operator)).toEqual([]);
});

/** A person presses about three keys in a second, so that these are done in ten seconds. */
const KEYS_IN_TEN_SECONDS = 30;

it('a delivery is ordered, looked at and put away with the keyboard alone', { timeout: 300_000 }, async () => {
  const page = await (await openContext(browser)).newPage();
  await enter(page, server, OPERATOR, '/activities/delivery-record');
  await heading(page, 'Nothing is being delivered').waitFor();
  let pressed = 0;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
    pressed += keys.length;
  };
  const to = page.getByRole('combobox', { name: 'To' });
  await press('n');
  await until(() => to.evaluate((field) => field === document.activeElement), 'the destination has the focus');
  await press(...'106');
  await page.getByRole('option', { name: /^Room 106/u }).waitFor();
  await press('Enter', 'Tab', ...RECIPIENT, 'Enter');
  await page.getByText(/^Delivery \d+ to Room 106 created$/u).waitFor();
  expect(pressed).toBeLessThanOrEqual(KEYS_IN_TEN_SECONDS);
  expect((await admin.deliveries.board({ siteId: '' })).rows).toMatchObject([
    { to: { name: 'Room 106' }, from: { name: 'Kitchen pass' }, recipientPhone: `+1${RECIPIENT}` },
  ]);

  // Esc leaves the field; J and Enter open the first delivery, and Esc closes it.
  await press('Escape');
  await page.getByRole('button', { name: /Kitchen pass.*Room 106/u }).waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await press('j', 'Enter');
  const details = page.getByRole('region', { name: 'Kitchen pass to Room 106' });
  await details.waitFor();
  await press('Escape');
  await details.waitFor({ state: 'detached' });
});
