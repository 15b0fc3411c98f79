/**
 * The faults of this server that the demo's switchboard has turned on. The parts that act a fault out ask for it here:
 * the file store, the database pools, the message gateway and the background jobs. Only the demo has them.
 */
import type { ServerFault } from '../contract/endpoints/faults.ts';

export interface InjectedFaults {
  has(fault: ServerFault): boolean;
  /** Whether the job that starts now is the one that `jobFails` fails; that fault ends with it. */
  takeJobFailure(): Promise<boolean>;
}

/** A switchboard. */
interface FaultSource extends InjectedFaults {
  /** The simulator of this server runs, perhaps again: its robots know nothing of the faults that are on. */
  tellRobots(): void;
  /** Ends its timers. */
  close(): Promise<void>;
}

/** Faults of a switchboard that is created later than the parts that ask; none until `follow` is called. */
export type FollowedFaults = FaultSource & { follow(source: FaultSource): void };

export function createInjectedFaults(): FollowedFaults {
  let source: FaultSource | undefined;
  return {
    follow: (next) => void (source = next),
    has: (fault) => source?.has(fault) ?? false,
    takeJobFailure: async () => (await source?.takeJobFailure()) ?? false,
    tellRobots: () => source?.tellRobots(),
    close: async () => source?.close(),
  };
}
