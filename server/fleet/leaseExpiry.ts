/**
 * Notifies robot, broker and subscribers of the lease holder, and ends leases that were not renewed (design 6). It
 * always publishes the lease as it is in the database at that moment, whichever server changed it.
 */
import { robotTopic } from '../../contract/wire/topics.ts';
import type { Broker } from '../broker/broker.ts';
import { newSecret } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { nameIn } from '../db/localName.ts';
import {
  endLease,
  leaseOf,
  leasesEverHeld,
  leasesToEnd,
  leasesWithHolder,
  type LeaseRow,
  type LeasesToEnd,
} from '../db/repositories/leases.ts';
import type { FleetCache, RobotRow } from './fleetCache.ts';
import type { CommandLedger } from './commandLedger.ts';
import { action, type ToRobot } from './messages.ts';
import { withLeaseHolder } from './robotLiveState.ts';
import type { LiveStateStore } from './liveStateStore.ts';
import { toLeaseMessage } from './presenters.ts';

export interface LeaseExpiry {
  /** Sends the robot the lease number to obey; 0 means no holder. */
  tell(robot: RobotRow): Promise<void>;
  /** Sends the lease to every connected robot that ever had one, and to subscribers: they may have missed changes. */
  publishAll(): Promise<void>;
  changed(serialNumber: string): Promise<void>;
  /** Ends the leases held by these connections of an account. */
  end(userId: string, clientIds: readonly string[]): Promise<void>;
  /** Updates the lease holders in the live states. Call every second. */
  look(): Promise<void>;
  /** Ends expired leases. Call every second on the leader, after `look`. */
  sweep(): Promise<void>;
}

/** A teleop command without a lease is finished this long after it began, ms: its lease may not have been read yet. */
const ORPHAN_TELEOP_MS = 5_000;
/**
 * Concurrent changes of a lease can be published in any order, so each change re-reads the lease until it matches what
 * was published, at most this often.
 */
const MAX_ATTEMPTS = 5;

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & {
  broker: Broker;
  fleetCache: FleetCache;
  liveStates: LiveStateStore;
  toRobot: ToRobot;
  ledger: CommandLedger;
};

export function createLeaseExpiry({
  db,
  log,
  now,
  broker,
  fleetCache,
  liveStates,
  toRobot,
  ledger,
}: Needs): LeaseExpiry {
  /** Leases as last read; used while the database is unavailable. */
  const held = new Map<string, LeaseRow>();
  /** Robots whose lease changed since the last `look` began: the rows that it read can be older. */
  let changedSince = new Set<string>();

  const isHeld = (row: LeaseRow | undefined): row is LeaseRow =>
    row?.holderId != null && row.expiresAt !== null && row.expiresAt.getTime() > now();
  const sendLease = (robot: RobotRow, row: LeaseRow | undefined): Promise<void> => {
    const { lease, holder } = isHeld(row)
      ? { lease: row.number, holder: nameIn(row.holderName ?? '', 'enUS') }
      : { lease: 0, holder: '' };
    return toRobot.act(robot, [action('controlLease', `lease-${lease}-${newSecret(4)}`, { lease, holder }, 'NONE')]);
  };
  /** Not awaited: publishing to subscribers must not delay the robot. */
  const announce = (robot: RobotRow, row: LeaseRow): void =>
    void broker
      .publish(robotTopic(robot, 'lease'), toLeaseMessage(row, now()), { retain: true, qos: 1 })
      .catch((error: unknown) =>
        log.warn({ err: error, serialNumber: robot.serialNumber }, 'the holder of a lease could not be published'),
      );
  const show = (serialNumber: string, row: LeaseRow | undefined): void => {
    const holder = isHeld(row) ? nameIn(row.holderName ?? '', 'enUS') : null;
    if (isHeld(row)) held.set(serialNumber, row);
    else held.delete(serialNumber);
    const { live } = liveStates.get(serialNumber);
    if (live.leaseHolder !== holder) liveStates.set(withLeaseHolder({ ...live, serialNumber }, holder));
  };

  const changed = async (serialNumber: string): Promise<void> => {
    const robot = fleetCache.robot(serialNumber);
    broker.authFacts.forgetLease(serialNumber);
    changedSince.add(serialNumber);
    if (!robot) return;
    let told: LeaseRow | undefined;
    for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
      const row = await leaseOf(db, serialNumber);
      if (
        !row ||
        (told && told.number === row.number && told.holderId === row.holderId && told.askedById === row.askedById)
      )
        return;
      changedSince.add(serialNumber);
      show(serialNumber, row);
      if (!broker.isUp()) return;
      announce(robot, row);
      // A vehicle that cannot be driven by hand does not know the action; its lease is one of a test order.
      if (fleetCache.abilitiesOf(serialNumber).teleop) await sendLease(robot, row);
      told = row;
    }
  };

  const endThose = async (due: LeasesToEnd): Promise<void> => {
    for (const { serialNumber, commandId } of await leasesToEnd(db, due)) {
      if (!(await endLease(db, serialNumber, due))) continue;
      if (commandId) await ledger.advance(commandId, { to: 'finished' });
      await changed(serialNumber).catch((error: unknown) =>
        log.warn({ err: error, serialNumber }, 'the end of a lease could not be published'),
      );
    }
  };

  return {
    changed,
    tell: async (robot) =>
      sendLease(robot, await leaseOf(db, robot.serialNumber).catch(() => held.get(robot.serialNumber))),
    async publishAll() {
      const rows = await leasesEverHeld(db);
      await Promise.all(
        rows.map(async (row) => {
          const robot = fleetCache.robot(row.serialNumber);
          if (!robot || !broker.isUp()) return;
          announce(robot, row);
          if (
            liveStates.get(row.serialNumber).live.connection === 'online' &&
            fleetCache.abilitiesOf(row.serialNumber).teleop
          )
            await sendLease(robot, row).catch((error: unknown) =>
              log.warn({ err: error, serialNumber: row.serialNumber }, 'a lease could not be sent to its robot'),
            );
        }),
      );
    },
    async look() {
      const ours = (changedSince = new Set());
      const rows = new Map((await leasesWithHolder(db)).map((row) => [row.serialNumber, row]));
      for (const serialNumber of [...held.keys()])
        if (!rows.has(serialNumber) && !ours.has(serialNumber)) show(serialNumber, undefined);
      for (const [serialNumber, row] of rows) if (!ours.has(serialNumber)) show(serialNumber, row);
    },
    end: (userId, clientIds) => endThose({ userId, clientIds }),
    async sweep() {
      await endThose({ expiredBy: new Date(now()) });
      const underWay = new Set([...held.values()].map(({ commandId }) => commandId));
      for (const { id, askedAt } of ledger.openOfKind('drive'))
        if (!underWay.has(id) && now() - askedAt.getTime() > ORPHAN_TELEOP_MS)
          await ledger.advance(id, { to: 'finished' });
    },
  };
}
