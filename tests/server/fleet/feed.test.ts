/** Which clients are sent a fleet update. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { fleetTopic } from '../../../contract/wire/topics.ts';
import type { Broker } from '../../../server/broker/broker.ts';
import type { FleetCache } from '../../../server/fleet/fleetCache.ts';
import { createFeed } from '../../../server/fleet/feed.ts';
import type { LiveStateStore } from '../../../server/fleet/liveStateStore.ts';

it('an account that has not read its last beat is sent none until it has; the others are', async () => {
  const sent: string[] = [];
  let slow: string[] = ['lin'];
  const broker: Partial<Broker> = {
    isUp: () => true,
    watchers: () => ['lin', 'chen'].map((userId) => ({ userId, language: 'enUS' })),
    slowWatchers: () => new Set(slow),
    publish: async (topic) => void sent.push(topic),
  };
  const liveStates: Partial<LiveStateStore> = { sinceLastBeat: () => ({ changed: [], heard: [] }) };
  const fleetCache: Partial<FleetCache> = { robotsOf: () => new Set() };
  const feed = createFeed({
    broker: broker as Broker,
    liveStates: liveStates as LiveStateStore,
    fleetCache: fleetCache as FleetCache,
    routeRuns: { of: () => undefined },
    disinfections: { of: () => undefined },
    stops: { of: () => [] },
    now: () => 0,
    log: pino({ level: 'silent' }),
  });
  await feed.beat();
  expect(sent).toEqual([fleetTopic('chen')]);
  slow = [];
  await feed.beat();
  expect(sent).toEqual(['chen', 'lin', 'chen'].map(fleetTopic));
});
