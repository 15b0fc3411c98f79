/**
 * From the first step of the checklist to a third-party vehicle that drives: how many presses and filled fields it takes
 * after signing in, counted by the events of the page.
 */
import {
  createAdministrator,
  interactionsOn,
  JOURNEY_TEXTS,
  MOST_INTERACTIONS,
  registerVehicle,
  stopVehicle,
  testDrive,
  vehicleAs,
} from '../e2e/firstVehicle.ts';
import { DESK, launch, openContext, startServer } from '../e2e/harness.ts';
import { say } from './figures.ts';

const t = JOURNEY_TEXTS['en-US'];
const browser = await launch();
const server = await startServer({ ROUNDHOUSE_DEMO: 'off' });
try {
  const page = await (await openContext(browser, { ...DESK, locale: 'en-US' })).newPage();
  await createAdministrator(page, server, t);
  const interactions = await interactionsOn(page);
  const vehicle = vehicleAs('KR7-1', await registerVehicle(page, t));
  try {
    await vehicle.start();
    await testDrive(page, t);
  } finally {
    await stopVehicle(vehicle);
  }
  say({
    figure: 'first checklist step to a driving robot, interactions after signing in',
    value: interactions.length,
    unit: 'presses and fields',
    bound: MOST_INTERACTIONS,
  });
} finally {
  await browser.close();
  await server.close();
}
