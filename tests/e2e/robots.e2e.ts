/**
 * A robot from registration to retirement in a real browser: the shown password connects a plain MQTT client, the page
 * shows it connected by itself, and retiring disconnects it. axe on each step.
 */
import mqtt, { type MqttClient } from 'mqtt';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import { ADMIN, enter, launch, openContext, type RunningServer, startServer } from './harness.ts';

const SERIAL_NUMBER = 'K7-00213';
let browser: Browser;
let server: RunningServer;
let robot: MqttClient | undefined;
beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), startServer({ ROUNDHOUSE_ROBOTS: '2' })]);
});
afterAll(async () => {
  robot?.end(true);
  await browser.close();
  await server.close();
});

it('is registered, connects with the shown password, turns connected, and is retired', async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  await enter(page, server, ADMIN);
  // From within the console, so that Back leads to a page of it.
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('link', { name: 'Robot fleet' }).click();
  await page.getByRole('button', { name: 'Register a robot' }).click();
  await page.getByLabel('Manufacturer').fill('Kestrel');
  await page.getByLabel('Serial number', { exact: true }).fill(SERIAL_NUMBER);
  await page.getByLabel('Model').fill('AMR');
  await page.getByRole('radio', { name: 'Delivery' }).click();
  await page.getByLabel('Name in English').fill('Kestrel 7');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Site').selectOption({ index: 1 });
  expect(await axeFindings(page, 'registration')).toEqual([]);
  await page.getByRole('button', { name: 'Register robot' }).click();

  const shown = page.getByRole('dialog', { name: 'Kestrel 7 is registered' });
  const password = (await shown.getByLabel('Password', { exact: true }).textContent()) ?? '';
  expect(password.length).toBeGreaterThanOrEqual(32);
  await shown.getByRole('img', { name: 'QR code with the claim code' }).waitFor();
  expect(await axeFindings(page, 'credentials')).toEqual([]);
  // Leaving asks first.
  await page.goBack();
  await page.getByRole('button', { name: 'Stay' }).click();
  await shown.getByRole('button', { name: 'I have stored them' }).click();
  expect(await page.content()).not.toContain(password);

  const row = page.getByRole('row').filter({ hasText: SERIAL_NUMBER });
  await row.getByText('Never connected').waitFor();
  robot = mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
    username: SERIAL_NUMBER,
    password,
    clientId: SERIAL_NUMBER,
    reconnectPeriod: 0,
  });
  const client = robot;
  await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject));
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  await client.publishAsync(
    `uagv/v2/Kestrel/${SERIAL_NUMBER}/connection`,
    JSON.stringify({
      headerId: 1,
      timestamp: new Date().toISOString(),
      version: '2.1.0',
      manufacturer: 'Kestrel',
      serialNumber: SERIAL_NUMBER,
      connectionState: 'ONLINE',
    }),
    { qos: 1, retain: true },
  );
  await row.getByText('Not bound yet').waitFor({ timeout: 60_000 });

  await row.getByRole('button', { name: 'Actions for Kestrel 7' }).click();
  await page.getByRole('menuitem', { name: 'Retire' }).click();
  await page.getByRole('button', { name: 'Retire Kestrel 7' }).click();
  await closed;
  await row.getByText('Retired').waitFor();
  expect(await axeFindings(page, 'robot fleet')).toEqual([]);
  await context.close();
});
