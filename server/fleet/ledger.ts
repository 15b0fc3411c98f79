/**
 * The command ledger (design 6). Rows are written by whoever asks, in the asker's transaction; from then on the
 * ledger carries each to its end: sends what is due, moves it by what the robot's state proves, expires what was
 * not taken in time. It goes on after a restart: what is open is read back from the database.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { CommandKind, CommandState } from '../../contract/rules/commandLife.ts';
import { canBecome, hasEnded } from '../../contract/rules/commandLife.ts';
import { COMMAND_SILENCE_MS } from '../../contract/rules/limits.ts';
import { robotTopic } from '../../contract/wire/topics.ts';
import type { StateMessage } from '../../contract/wire/vda5050.ts';
import type { Broker } from '../broker/broker.ts';
import { commands } from '../db/schema.ts';
import type { Db, Parts } from '../parts.ts';
import type { Directory } from './directory.ts';
import { prove, type Proven } from './proof.ts';
import { ledgerMessageOf, type CommandRow } from './words.ts';

const STAMP = { sent: 'sentAt', accepted: 'acceptedAt', running: 'runningAt', finished: 'endedAt', failed: 'endedAt', expired: 'endedAt' } as const;
const OPEN: CommandState[] = ['asked', 'sent', 'accepted', 'running'];

export interface Ledger {
  /** Takes over a row that was just committed. `send` delivers it; it is called again at each state while it answers false. */
  adopt(row: CommandRow, send: () => Promise<boolean>): Promise<void>;
  /** Moves a command on, if it may still go there. */
  advance(id: string, proven: Proven): Promise<void>;
  /** A robot's news: what it proves of the open commands. */
  heard(serialNumber: string, state: StateMessage, isLeader: boolean): Promise<void>;
  /** Open commands of a robot, newest last. */
  openOf(serialNumber: string): readonly CommandRow[];
  /** Targets that open orders of some kind drive to. */
  targetsOf(kind: CommandKind): ReadonlySet<string>;
  /** Expires and fails what is over its time; answers what expired. Call every second. `heardAt`: when the robot last spoke, ms. */
  sweep(heardAt: (serialNumber: string) => number | null): Promise<string[]>;
  /** Reads open rows that another server wrote. */
  reload(): Promise<void>;
}

interface Entry { row: CommandRow; send?: (() => Promise<boolean>) | undefined }

export async function createLedger({ db, log, now, broker, directory }: Pick<Parts, 'db' | 'log' | 'now'> & { broker: Broker; directory: Directory }): Promise<Ledger> {
  const entries = new Map<string, Entry>();
  const byRobot = (serialNumber: string): Entry[] => [...entries.values()].filter(({ row }) => row.serialNumber === serialNumber);

  const reload = async (): Promise<void> => {
    const rows = await db.select().from(commands).where(inArray(commands.state, OPEN));
    const open = new Set(rows.map(({ id }) => id));
    for (const id of entries.keys()) if (!open.has(id)) entries.delete(id);
    for (const row of rows) entries.set(row.id, { ...entries.get(row.id), row });
  };
  await reload();

  const announce = async (row: CommandRow): Promise<void> => {
    const robot = directory.robot(row.serialNumber);
    if (robot && broker.isUp()) await broker.publish(robotTopic(robot, 'ledger'), ledgerMessageOf(row));
  };

  const advance = async (id: string, { to, reason }: Proven): Promise<void> => {
    const entry = entries.get(id);
    if (!entry || !canBecome(entry.row.state, to)) return;
    const at = new Date(now());
    const change = { state: to, ...(to === 'asked' ? {} : { [STAMP[to]]: at }), ...(reason ? { reason } : {}) };
    // In memory first: the next message may be here before the write is.
    entry.row = { ...entry.row, ...change };
    if (hasEnded(to)) entries.delete(id);
    await db.update(commands).set(change).where(and(eq(commands.id, id), inArray(commands.state, OPEN)));
    await announce(entry.row);
  };

  const trySend = async (entry: Entry): Promise<void> => {
    if (entry.row.state !== 'asked' || !entry.send) return;
    try {
      if (await entry.send()) await advance(entry.row.id, { to: 'sent' });
    } catch (error) {
      log.warn({ error, command: entry.row.id }, 'a command could not be sent yet');
    }
  };

  return {
    reload,
    advance,
    async adopt(row, send) {
      const entry: Entry = { row, send };
      entries.set(row.id, entry);
      await announce(row);
      await trySend(entry);
    },
    async heard(serialNumber, state, isLeader) {
      if (entries.size === 0) return;
      for (const entry of byRobot(serialNumber)) {
        await trySend(entry);
        // A server that only asked leaves the proving to the one that leads.
        if (!isLeader) continue;
        const proven = prove(entry.row, state);
        if (proven && proven.to !== entry.row.state) await advance(entry.row.id, proven);
      }
    },
    openOf: (serialNumber) => byRobot(serialNumber).map(({ row }) => row).sort((a, b) => a.askedAt.getTime() - b.askedAt.getTime()),
    targetsOf: (kind) => new Set([...entries.values()].flatMap(({ row }) => (row.kind === kind && row.targetId ? [row.targetId] : []))),
    async sweep(heardAt) {
      const time = now();
      const expired: string[] = [];
      for (const { row } of [...entries.values()]) {
        if (row.kind === 'drive') continue;
        const untaken = row.state === 'asked' || row.state === 'sent';
        if (untaken && row.expiresAt && row.expiresAt.getTime() <= time) {
          expired.push(row.id);
          await advance(row.id, { to: 'expired' });
        } else if (!untaken && time - Math.max(heardAt(row.serialNumber) ?? 0, row.acceptedAt?.getTime() ?? 0) > COMMAND_SILENCE_MS)
          await advance(row.id, { to: 'failed', reason: { type: 'robotSilent', description: '' } });
      }
      return expired;
    },
  };
}

/** Marks open Stops as lifted: a person resumed before the robot could show that it stood. Inside the asker's transaction. */
export const withdrawStops = (db: Db, serialNumber: string, at: Date) =>
  db.update(commands)
    .set({ state: 'failed', endedAt: at, reason: sql`'{"type":"withdrawn","description":""}'::jsonb` })
    .where(and(eq(commands.serialNumber, serialNumber), eq(commands.kind, 'stop'), inArray(commands.state, OPEN)))
    .returning({ id: commands.id });
