/**
 * The command ledger (design 6). Rows are written by whoever asks, in the asker's transaction; from then on the
 * ledger carries each to its end: sends what is due, moves it by what the robot's state proves, expires what was
 * not taken in time. It goes on after a restart: what is open is read back from the database.
 */
import { canBecome, hasEnded, type CommandKind } from '../../contract/rules/commandLife.ts';
import { COMMAND_SILENCE_MS } from '../../contract/rules/limits.ts';
import { robotTopic } from '../../contract/wire/topics.ts';
import type { StateMessage } from '../../contract/wire/vda5050.ts';
import type { Broker } from '../broker/broker.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { moveCommand, openCommands, STATE_TIMESTAMP, type CommandRow } from '../db/repositories/commands.ts';
import type { FleetCache } from './fleetCache.ts';
import { deriveProgress, type ProgressUpdate } from './commandProgress.ts';
import { toLedgerMessage } from './presenters.ts';

export interface CommandLedger {
  /** Takes over a row that was just committed. `send` delivers it; it is called again at each state while it answers false. */
  adopt(row: CommandRow, send: () => Promise<boolean>): Promise<void>;
  /** Moves a command on, if it may still go there. */
  advance(id: string, proven: ProgressUpdate): Promise<void>;
  /** A robot's news: what it proves of the open commands. */
  heard(serialNumber: string, state: StateMessage, isLeader: boolean): Promise<void>;
  /** Rows that the asker's transaction ended by itself. */
  withdrawn(rows: readonly CommandRow[]): void;
  isOpen(id: string): boolean;
  /** Open commands of a robot, newest last. */
  openOf(serialNumber: string): readonly CommandRow[];
  /** Open commands of a kind, of any robot. */
  openOfKind(kind: CommandKind): readonly CommandRow[];
  /** Targets that open orders of some kind drive to. */
  targetsOf(kind: CommandKind): ReadonlySet<string>;
  /** Expires and fails what is over its time. Call every second. `heardAt`: when the robot last spoke, ms. */
  sweep(heardAt: (serialNumber: string) => number | null): Promise<void>;
  /** Reads open rows that another server wrote. */
  reload(): Promise<void>;
}

interface Entry {
  row: CommandRow;
  send?: (() => Promise<boolean>) | undefined;
  isSending?: boolean;
}

export async function createCommandLedger({
  db,
  log,
  now,
  broker,
  fleetCache,
}: Pick<CoreDeps, 'db' | 'log' | 'now'> & { broker: Broker; fleetCache: FleetCache }): Promise<CommandLedger> {
  const entries = new Map<string, Entry>();
  const byRobot = (serialNumber: string): Entry[] =>
    [...entries.values()].filter(({ row }) => row.serialNumber === serialNumber);
  /** Being written just now, and written since the last reading began: what is read then may be older than what is known here. */
  const moving = new Map<string, number>();
  let movedSince = new Set<string>();
  const move = async <Value>(id: string, write: () => Promise<Value>): Promise<Value> => {
    moving.set(id, (moving.get(id) ?? 0) + 1);
    movedSince.add(id);
    try {
      return await write();
    } finally {
      const left = (moving.get(id) ?? 1) - 1;
      if (left > 0) moving.set(id, left);
      else moving.delete(id);
    }
  };

  const reload = async (): Promise<void> => {
    const ours = (movedSince = new Set(moving.keys()));
    const rows = await openCommands(db);
    const open = new Set(rows.map(({ id }) => id));
    for (const id of entries.keys()) if (!open.has(id) && !ours.has(id)) entries.delete(id);
    for (const row of rows) {
      if (ours.has(row.id)) continue;
      const known = entries.get(row.id);
      if (known) known.row = row;
      else entries.set(row.id, { row });
    }
  };
  await reload();
  let listeningSince = now();
  broker.onUp(() => (listeningSince = now()));

  /** Nothing waits for those who watch. */
  const announce = (row: CommandRow): void => {
    const robot = fleetCache.robot(row.serialNumber);
    if (robot && broker.isUp())
      broker
        .publish(robotTopic(robot, 'ledger'), toLedgerMessage(row))
        .catch((error: unknown) =>
          log.warn({ err: error, command: row.id }, 'the course of a command could not be told'),
        );
  };

  const advance = async (id: string, { to, reason }: ProgressUpdate): Promise<void> => {
    const entry = entries.get(id);
    if (!entry || to === 'asked' || !canBecome(entry.row.state, to)) return;
    const known = entry.row;
    const at = new Date(now());
    // In memory first: the next message may be here before the write is.
    entry.row = { ...known, state: to, [STATE_TIMESTAMP[to]]: at, ...(reason ? { reason } : {}) };
    if (hasEnded(to)) entries.delete(id);
    const row = await move(id, () => moveCommand(db, id, { to, at, reason })).catch((error: unknown) => {
      // Not written, so not so: it is proved or swept again.
      entry.row = known;
      entries.set(id, entry);
      throw error;
    });
    if (row) announce(row);
  };

  const trySend = async (entry: Entry): Promise<void> => {
    if (entry.row.state !== 'asked' || !entry.send || entry.isSending) return;
    entry.isSending = true;
    try {
      if (await entry.send()) await advance(entry.row.id, { to: 'sent' });
    } catch (error) {
      log.warn({ err: error, command: entry.row.id }, 'a command could not be sent yet');
    } finally {
      entry.isSending = false;
    }
  };

  return {
    reload,
    advance,
    async adopt(row, send) {
      const entry: Entry = { row, send };
      movedSince.add(row.id);
      entries.set(row.id, entry);
      announce(row);
      await trySend(entry);
    },
    withdrawn(rows) {
      for (const row of rows) {
        movedSince.add(row.id);
        entries.delete(row.id);
        announce(row);
      }
    },
    isOpen: (id) => entries.has(id),
    async heard(serialNumber, state, isLeader) {
      if (entries.size === 0) return;
      // Side by side: what this state lets go must not wait until the end of what went before is written down.
      await Promise.all(
        byRobot(serialNumber).map(async (entry) => {
          await trySend(entry);
          // A server that only asked leaves the proving to the one that leads.
          if (!isLeader) return;
          const proven = deriveProgress(entry.row, state);
          if (proven && proven.to !== entry.row.state) await advance(entry.row.id, proven);
        }),
      );
    },
    openOf: (serialNumber) =>
      byRobot(serialNumber)
        .map(({ row }) => row)
        .sort((a, b) => a.askedAt.getTime() - b.askedAt.getTime()),
    openOfKind: (kind) => [...entries.values()].flatMap(({ row }) => (row.kind === kind ? [row] : [])),
    targetsOf: (kind) =>
      new Set([...entries.values()].flatMap(({ row }) => (row.kind === kind && row.targetId ? [row.targetId] : []))),
    async sweep(heardAt) {
      const time = now();
      for (const { row } of [...entries.values()]) {
        if (row.kind === 'drive' || row.kind === 'cruise') continue;
        const untaken = row.state === 'asked' || row.state === 'sent';
        // Silence counts while we could have heard something.
        const silentSince = Math.max(heardAt(row.serialNumber) ?? 0, row.acceptedAt?.getTime() ?? 0, listeningSince);
        if (untaken && row.expiresAt && row.expiresAt.getTime() <= time) await advance(row.id, { to: 'expired' });
        else if (!untaken && broker.isUp() && time - silentSince > COMMAND_SILENCE_MS)
          await advance(row.id, { to: 'failed', reason: { type: 'robotSilent', description: '' } });
      }
    },
  };
}
