/** Tells robot, broker and watchers who steers, and ends leases that were not renewed (design 6). */
import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { robotTopic } from '../../contract/wire/topics.ts';
import type { Broker } from '../broker/broker.ts';
import { newSecret } from '../broker/credentials.ts';
import type { LocalName } from '../db/localName.ts';
import { leases } from '../db/schema.ts';
import type { Db, Parts } from '../parts.ts';
import type { Directory, RobotRow } from './directory.ts';
import type { Ledger } from './ledger.ts';
import { action, type ToRobot } from './messages.ts';
import { withLeaseHolder } from './picture.ts';
import type { Pictures } from './pictures.ts';
import { leaseMessageOf, type LeaseRow } from './words.ts';

export interface LeaseKeeper {
  /** The robot learns which number to obey now; 0 is nobody's. */
  tell(robot: RobotRow): Promise<void>;
  changed(row: LeaseRow, nameOf: (name: LocalName) => string): Promise<void>;
  /** Ends what ran out. Call every second. */
  sweep(): Promise<void>;
}

export const NOBODY = { holderId: null, holderName: null, holderClientId: null, since: null, expiresAt: null, reason: null, askedById: null, askedByName: null, askedByClientId: null, askedAt: null, commandId: null } as const;

type Needs = Pick<Parts, 'db' | 'log' | 'now'> & { broker: Broker; directory: Directory; pictures: Pictures; toRobot: ToRobot; ledger: Ledger };

export function createLeaseKeeper({ db, log, now, broker, directory, pictures, toRobot, ledger }: Needs): LeaseKeeper {
  const obeyed = new Map<string, { lease: number; holder: string }>();

  const tell = async (robot: RobotRow): Promise<void> => {
    const { lease, holder } = obeyed.get(robot.serialNumber) ?? (await read(db, robot.serialNumber, now()));
    await toRobot.act(robot, [action('controlLease', `lease-${lease}-${newSecret(4)}`, { lease, holder }, 'NONE')]);
  };

  const changed = async (row: LeaseRow, nameOf: (name: LocalName) => string): Promise<void> => {
    const robot = directory.robot(row.serialNumber);
    if (!robot) return;
    broker.grounds.forgetLease(row.serialNumber);
    const holder = row.holderId && row.holderName !== null ? nameOf(row.holderName) : null;
    obeyed.set(row.serialNumber, { lease: row.holderId ? row.number : 0, holder: holder ?? '' });
    pictures.set(withLeaseHolder(pictures.get(row.serialNumber).live, holder));
    if (!broker.isUp()) return;
    await tell(robot);
    await broker.publish(robotTopic(robot, 'lease'), leaseMessageOf(row, now()), { retain: true, qos: 1 });
  };

  return {
    tell,
    changed,
    async sweep() {
      const over = await db.select({ serialNumber: leases.serialNumber, commandId: leases.commandId }).from(leases)
        .where(and(isNotNull(leases.holderId), lte(leases.expiresAt, new Date(now()))));
      for (const { serialNumber, commandId } of over) {
        const [ended] = await db.update(leases).set(NOBODY)
          .where(and(eq(leases.serialNumber, serialNumber), isNotNull(leases.holderId), lte(leases.expiresAt, new Date(now())))).returning();
        if (!ended) continue;
        if (commandId) await ledger.advance(commandId, { to: 'finished' });
        await changed(ended, (name) => (typeof name === 'string' ? name : '')).catch((error: unknown) => log.warn({ error, serialNumber }, 'an ended lease could not be told'));
      }
    },
  };
}

async function read(db: Db, serialNumber: string, now: number): Promise<{ lease: number; holder: string }> {
  const row = await db.query.leases.findFirst({ where: (table, { eq }) => eq(table.serialNumber, serialNumber) });
  return row?.holderId && row.expiresAt && row.expiresAt.getTime() > now ? { lease: row.number, holder: '' } : { lease: 0, holder: '' };
}
