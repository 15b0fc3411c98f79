/** A page that is open while its robot connects for the first time, or comes back with other abilities. */
import { expect, it } from 'vitest';
import { NOW, sampleDetail, sampleLive } from '../../fakes/robotSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startRobotPage } from '../../fakes/startRobotPage.ts';

const CHANGED = { type: 'page.noticed', notice: { type: 'relationsChanged' } } as const;
const { abilities } = sampleDetail();
/** Before its first factsheet nothing is known of it. */
const UNKNOWN = { ...abilities, video: false, teleop: false, maxSpeed: 0 };

it('offers camera and manual driving when the robot has told that it has them', async () => {
  const page = await startRobotPage({ detail: sampleDetail({ abilities: UNKNOWN }) }).ready();
  page.child('video').send({ type: 'viewing.refused', reason: 'noCamera' });
  page.clock.increment(60_000);
  expect(page.world.viewings).toBe(0);
  page.world.robot = { ...page.world.robot, detail: sampleDetail({ abilities }) };
  page.actor.send(CHANGED);
  await settle();
  page.report({ type: 'picture.heard', live: sampleLive(), now: NOW });
  page.clock.increment(60_000);
  expect(page.world.viewings).toBe(1);
  expect(page.child('teleop').getSnapshot().context.maxSpeed).toBe(1);
  page.child('lease').send({ type: 'lease.take' });
  await settle();
  expect(page.child('lease').getSnapshot().hasTag('mine')).toBe(true);
});

it('goes on with manual driving when it can do what it could, and reads again what the user may do', async () => {
  const page = await startRobotPage().driving();
  const teleop = page.child('teleop');
  page.world.robot = { ...page.world.robot, rights: [] };
  page.actor.send(CHANGED);
  await settle();
  expect(page.child('teleop')).toBe(teleop);
  expect(page.world.released).toEqual([]);
  expect(page.actor.getSnapshot().context.loaded?.rights).toEqual([]);
});

it('gives control back when the robot can do something else', async () => {
  const page = await startRobotPage().driving();
  page.world.robot = { ...page.world.robot, detail: sampleDetail({ abilities: UNKNOWN }) };
  page.actor.send(CHANGED);
  await settle();
  expect(page.world.released).toEqual([4]);
  expect(page.world.pulses.at(-1)).toMatchObject({ vx: 0, wz: 0 });
});
