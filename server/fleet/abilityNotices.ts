/** Tells the consoles of a robot's users that it can do something else than before. */
import type { Logger } from 'pino';
import type { Broker } from '../broker/broker.ts';
import type { FleetCache } from './fleetCache.ts';
import { createNoticeSender } from './sendNotice.ts';

interface Needs {
  broker: Pick<Broker, 'isUp' | 'publish'>;
  fleetCache: Pick<FleetCache, 'usersOf'>;
  now: () => number;
  log: Pick<Logger, 'warn'>;
}

/** A robot whose factsheet goes back and forth does not keep its users' consoles busy. */
const PAUSE_MS = 60_000;

export interface AbilityNotices {
  changed(serialNumber: string): void;
  /** Called every second: sends what is due. */
  send(): void;
}

export function createAbilityNotices({ broker, fleetCache, now, log }: Needs): AbilityNotices {
  const sendNotice = createNoticeSender({ broker });
  const owed = new Set<string>();
  /** When a robot's users were told last. One entry for each robot at most. */
  const told = new Map<string, number>();
  return {
    changed: (serialNumber) => void owed.add(serialNumber),
    send() {
      if (!broker.isUp()) return;
      for (const serialNumber of owed) {
        const before = told.get(serialNumber);
        // Also when the clock was set back.
        if (before !== undefined && Math.abs(now() - before) < PAUSE_MS) continue;
        owed.delete(serialNumber);
        told.set(serialNumber, now());
        sendNotice(fleetCache.usersOf(serialNumber), { type: 'abilitiesChanged', serialNumber }).catch(
          (error: unknown) => log.warn({ err: error, serialNumber }, 'a notice about abilities was not sent'),
        );
      }
    },
  };
}
