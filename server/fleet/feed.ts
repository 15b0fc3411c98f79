/**
 * The fleet feed: an update to each subscribed account every second (design 6), with the server's time, the broker's
 * state and the changes.
 */
import type { Language } from '../../contract/entities/constants.ts';
import { fleetTopic } from '../../contract/wire/topics.ts';
import type { Broker } from '../broker/broker.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { FleetCache } from './fleetCache.ts';
import type { Disinfections } from './disinfections/createDisinfections.ts';
import type { RouteRuns } from './routeRuns/createRouteRuns.ts';
import type { LiveStateStore } from './liveStateStore.ts';
import type { Stops } from './stops.ts';
import { toRobotLiveDto } from './presenters.ts';

export interface Feed {
  /** Sends one update to all subscribers. Call every second. */
  beat(): Promise<void>;
}

export function createFeed({
  broker,
  fleetCache,
  liveStates,
  routeRuns: runs,
  disinfections,
  stops,
  now,
  log,
}: Pick<CoreDeps, 'now' | 'log'> & {
  broker: Broker;
  fleetCache: FleetCache;
  liveStates: LiveStateStore;
  routeRuns: Pick<RouteRuns, 'of'>;
  disinfections: Pick<Disinfections, 'of'>;
  stops: Pick<Stops, 'of'>;
}): Feed {
  let beat = 0;
  /** A robot's live state is serialised once per change and language, regardless of the number of subscribers. */
  const serialized = new Map<string, { version: number; text: string }>();
  const textOf = (serialNumber: string, language: Language): string => {
    const { live, version } = liveStates.get(serialNumber);
    const key = `${language} ${serialNumber}`;
    const known = serialized.get(key);
    if (known?.version === version) return known.text;
    const text = JSON.stringify(
      toRobotLiveDto(live, language, fleetCache, runs.of(serialNumber), stops, disinfections.of(serialNumber)),
    );
    serialized.set(key, { version, text });
    return text;
  };

  /**
   * Accounts whose last publish is still pending. They skip updates and reload the list afterwards, so that they cannot
   * delay the others.
   */
  const pendingPublishes = new Set<string>();

  return {
    async beat() {
      if (!broker.isUp()) return;
      beat += 1;
      const { changed, heard } = liveStates.sinceLastBeat();
      const time = now();
      // Two tabs in two languages share the topic: the language of the later sign-in wins, and each tab fetches names
      // itself.
      const byUser = new Map(broker.watchers().map((watcher) => [watcher.userId, watcher.language]));
      const slow = broker.slowWatchers();
      await Promise.all(
        [...byUser]
          .filter(([userId]) => !pendingPublishes.has(userId) && !slow.has(userId))
          .map(async ([userId, language]) => {
            const own = fleetCache.robotsOf(userId);
            const robots = changed
              .filter((serialNumber) => own.has(serialNumber))
              .map((serialNumber) => textOf(serialNumber, language));
            const times = heard.filter(([serialNumber]) => own.has(serialNumber));
            const text = `{"time":${time},"beat":${beat},"broker":"ok","robots":[${robots.join(',')}],"heard":${JSON.stringify(Object.fromEntries(times))}}`;
            pendingPublishes.add(userId);
            await broker
              .publish(fleetTopic(userId), text)
              .catch((error: unknown) => log.warn({ err: error }, 'a fleet feed update was not sent'));
            pendingPublishes.delete(userId);
          }),
      );
    },
  };
}
