/** The consoles of a robot's users are told when it can do something else than before. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noticesTopic } from '../../../contract/wire/topics.ts';
import { fleetWorld } from '../../fakes/fleetWorld.ts';
import { FACTSHEET } from '../../fakes/scriptedRobot.ts';

/** Longer than the pause between two rounds of notices, and than that between two notices about a robot. */
const SILENCE_MS = 2_000;
const PAUSE_MS = 61_000;

let world: Awaited<ReturnType<typeof fleetWorld>>;
beforeEach(async () => void (world = await fleetWorld()));
afterEach(() => world.close());

it('tells them once for a factsheet with other abilities, and not for one with the same', async () => {
  const published = vi.spyOn(world.broker, 'publish');
  const told = () =>
    published.mock.calls.flatMap(([topic, message]) =>
      (message as { type?: unknown } | null)?.type === 'abilitiesChanged' ? [topic] : [],
    );
  const users = [noticesTopic('chen'), noticesTopic('lin')];
  const robot = await world.robot();
  await robot.say('factsheet', FACTSHEET);
  await vi.waitFor(() => expect(told().sort()).toEqual(users), { timeout: 20_000 });

  const { typeSpecification } = FACTSHEET;
  await robot.say('factsheet', { ...FACTSHEET, typeSpecification: { ...typeSpecification, seriesName: 'W2' } });
  const known = () => world.fleet.fleetCache.robot('A-1')?.factsheet;
  await vi.waitFor(() => expect(known()).toMatchObject({ typeSpecification: { seriesName: 'W2' } }), {
    timeout: 20_000,
  });
  world.later(PAUSE_MS);
  await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  expect(told()).toHaveLength(users.length);
});
