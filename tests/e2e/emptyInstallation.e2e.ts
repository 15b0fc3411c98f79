/**
 * From an empty installation to a third-party vehicle that drives, in the browser alone and in both languages: first
 * administrator, site, floor, robot, first message, test drive with a Stop. At most 12 interactions after signing in. Then
 * points, a drive to one of them, and a route. What the vehicle lacks is said in words.
 */
import type { AgvController } from 'vda-5050-lib';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import { DRIVE_TEXTS, driveRoute, placePoints, sendToPoint } from './firstDrives.ts';
import {
  createAdministrator,
  interactionsOn,
  JOURNEY_TEXTS,
  MOST_INTERACTIONS,
  registerVehicle,
  stopVehicle,
  testDrive,
  vehicleAs,
} from './firstVehicle.ts';
import { DESK, launch, openContext, startServer } from './harness.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The text that explains why a control is disabled. */
const reasonOf = (control: Locator) =>
  control.evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  );

describe.each(['en-US', 'zh-CN'] as const)('from an empty installation to a vehicle that drives, in %s', (locale) => {
  const t = JOURNEY_TEXTS[locale];
  const drives = DRIVE_TEXTS[locale];

  it('by the browser alone', async () => {
    const server = await startServer({ ROUNDHOUSE_DEMO: 'off' });
    let vehicle: AgvController | undefined;
    const context = await openContext(browser, { ...DESK, locale });
    const page = await context.newPage();
    try {
      await createAdministrator(page, server, t);
      expect(await axeFindings(page, `the first step, ${locale}`)).toEqual([]);
      const interactions = await interactionsOn(page);
      const credentials = await registerVehicle(page, t);

      // A letter that looks like a digit: the robot is refused, and the page says so beside the step that waits.
      const mistyped = vehicleAs('KR7-l', credentials);
      await mistyped.start().catch(() => undefined);
      await page.getByText(t.stray).waitFor();
      expect(await axeFindings(page, `a refused robot, ${locale}`)).toEqual([]);
      await mistyped.stop().catch(() => undefined);
      vehicle = vehicleAs('KR7-1', credentials);
      await vehicle.start();

      await testDrive(page, t);
      expect(interactions).toContain(`press ${t.send}`);
      expect(interactions.length, interactions.join(', ')).toBeLessThanOrEqual(MOST_INTERACTIONS);

      // Back at the list, the step is done, and leaving it keeps the way back in sight.
      await page.getByRole('link', { name: t.chip }).click();
      await page.getByText(t.drove).waitFor();
      expect(await axeFindings(page, `five of six steps, ${locale}`)).toEqual([]);
      await page.getByRole('button', { name: t.later }).click();
      await page.waitForURL((address) => address.pathname === '/home');
      await page.getByRole('link', { name: t.chip }).waitFor();

      // The robot's page says in words what this vehicle lacks.
      await page.goto(`${server.url}/home/robot-data?serialNumber=KR7-1`);
      for (const text of t.lacks) await page.getByText(text).waitFor();
      expect(await reasonOf(page.getByRole('button', { name: t.actions, exact: true }))).toContain(t.noActions);
      expect(await reasonOf(page.getByRole('button', { name: t.callName }))).toContain(t.noCalls);
      expect(await axeFindings(page, `a vehicle with the core of the standard, ${locale}`)).toEqual([]);

      await placePoints(page, drives);
      await sendToPoint(page, drives);
      await driveRoute(page, drives);
    } finally {
      if (vehicle) await stopVehicle(vehicle);
      await context.close();
      await server.close();
    }
  });
});
