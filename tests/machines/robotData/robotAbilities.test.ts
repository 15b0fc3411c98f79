/** A page that is open while its robot connects for the first time, or comes back with other abilities. */
import { expect, it } from 'vitest';
import { NOW, sampleDetail, sampleLease, sampleLive, SN } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startRobotPage } from '../../fakes/startRobotPage.ts';

type Page = ReturnType<typeof startRobotPage>;
const CHANGED = { type: 'page.noticed', notice: { type: 'abilitiesChanged', serialNumber: SN } } as const;
const { abilities } = sampleDetail();
/** Before its first factsheet nothing is known of it. */
const UNKNOWN = { ...abilities, video: false, teleop: false, maxSpeed: 0 };

function becomes(page: Page, next: typeof abilities): void {
  page.world.robot = { ...page.world.robot, detail: sampleDetail({ abilities: next }) };
  page.actor.send(CHANGED);
}
const maxSpeed = (page: Page): number => page.child('teleop').getSnapshot().context.maxSpeed;

it('offers camera and manual driving when the robot has told that it has them', async () => {
  const page = await startRobotPage({ detail: sampleDetail({ abilities: UNKNOWN }) }).ready();
  page.child('video').send({ type: 'viewing.refused', reason: 'noCamera' });
  page.clock.increment(60_000);
  expect(page.world.viewings).toBe(0);
  becomes(page, abilities);
  await settle();
  page.report({ type: 'picture.heard', live: sampleLive(), now: NOW });
  page.clock.increment(60_000);
  expect(page.world.viewings).toBe(1);
  expect(maxSpeed(page)).toBe(1);
  page.child('lease').send({ type: 'lease.take' });
  await settle();
  expect(page.child('lease').getSnapshot().hasTag('mine')).toBe(true);
});

it('learns it also when the robot tells it while the page is loading', async () => {
  const page = startRobotPage({ detail: sampleDetail({ abilities: UNKNOWN }) });
  becomes(page, abilities);
  await settle();
  await settle();
  expect(page.world.loads).toEqual([SN, SN]);
  expect(maxSpeed(page)).toBe(1);
});

it('reads once more for all that is told during a reading, which comes to its end', async () => {
  const page = await startRobotPage().ready();
  const before = page.world.loads.length;
  for (let times = 0; times < 3; times += 1) page.actor.send(CHANGED);
  await settle();
  await settle();
  expect(page.world.loads.length).toBe(before + 2);
});

it('does not end anything when the robot can do what it could, or is another one', async () => {
  const page = await startRobotPage().ready();
  const teleop = page.child('teleop');
  page.actor.send(CHANGED);
  await settle();
  expect(page.child('teleop')).toBe(teleop);
  const before = page.world.loads.length;
  page.actor.send({ type: 'page.noticed', notice: { type: 'abilitiesChanged', serialNumber: 'other' } });
  await settle();
  expect(page.world.loads.length).toBe(before);
});

it('leaves control to the one who has it, and learns what the robot can do afterwards', async () => {
  const page = await startRobotPage().driving();
  const teleop = page.child('teleop');
  becomes(page, { ...abilities, maxSpeed: 0.5 });
  await settle();
  expect(page.child('teleop')).toBe(teleop);
  expect(page.world.released).toEqual([]);
  const sent = page.world.pulses.length;
  page.echoFor(500, 4);
  expect(page.world.pulses.length).toBeGreaterThan(sent);
  expect(page.world.pulses.at(-1)?.vx).toBeGreaterThan(0);

  page.report({ type: 'lease.heard', lease: sampleLease({ number: 5 }) });
  await settle();
  page.actor.send({ type: 'page.resumed' });
  await settle();
  expect(maxSpeed(page)).toBe(0.5);
});
