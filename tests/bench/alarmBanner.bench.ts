/** From an alarm that a robot reports to the banner on an operator's screen. */
import mqtt from 'mqtt';
import { apiOf, enter, launch, openContext, OPERATOR, startServer, until } from '../e2e/harness.ts';
import { scriptedRobot } from '../fakes/scriptedRobot.ts';
import { percentile, say } from './figures.ts';

const TRIES = 20;
const serialNumber = 'BENCH-1';

// As text, because the build of this file for Node inserts its own helpers into functions that run in the page.
/** The clock when the banner is there. */
const BANNER = `(async () => {
  const begun = Date.now();
  const isShown = () => [...document.querySelectorAll('button')].some((one) => one.textContent.trim() === 'Take it');
  while (!isShown()) {
    if (Date.now() - begun > 20000) return NaN;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return Date.now();
})()`;

const [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '0' }), launch()]);
try {
  const [admin, operator] = await Promise.all([apiOf(server), apiOf(server, OPERATOR)]);
  const { claimCode, mqttUsername, mqttPassword } = await admin.robots.register({
    serialNumber,
    manufacturer: 'Acme',
    robotModel: 'S2',
    registerSiteId: 'harbour',
    maps: [],
  });
  await operator.robots.bind({ code: claimCode });
  const robot = await scriptedRobot(
    mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
      username: mqttUsername,
      password: mqttPassword,
      clientId: serialNumber,
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber },
  );
  const page = await (await openContext(browser)).newPage();
  await enter(page, server, OPERATOR, '/home');
  await page.getByRole('button', { name: /alarm/iu }).first().waitFor();

  const took: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    const shown = page.evaluate<number>(BANNER);
    const raisedAt = Date.now();
    await robot.say('events', {
      id: `bench-${n}`,
      at: raisedAt,
      event: { type: 'alarm', alarm: 'fall', pose: null },
    });
    took.push((await shown) - raisedAt);
    const { rows } = await operator.alarmCases.open({});
    for (const { id: caseId } of rows) {
      await operator.alarmCases.take({ caseId });
      await operator.alarmCases.resolve({ caseId, cause: 'drill' });
    }
    await until(async () => (await page.getByRole('button', { name: 'Take it' }).count()) === 0, 'the banner is gone');
  }
  say({ figure: 'alarm at the robot to the banner, p95', value: percentile(took, 0.95), unit: 'ms', bound: 500 });
  say({ figure: 'alarm at the robot to the banner, p50', value: percentile(took, 0.5), unit: 'ms', bound: 500 });
  await robot.leave();
} finally {
  await browser.close();
  await server.close();
}
