/**
 * The command ledger (design 6). The request handler writes the row in its transaction. From then on the ledger sees
 * each command through to its end: sends it, derives its progress from the robot's state, and expires it when it is not
 * accepted in time. Open commands survive a restart, because they are read back from the database.
 */
import { canBecome, hasEnded, type CommandKind } from '../../contract/rules/commandLife.ts';
import type { FileKind } from '../../contract/rules/files.ts';
import { ACTION_LIMIT_MS, isRobotAction } from '../../contract/rules/robotActions.ts';
import { COMMAND_SILENCE_MS } from '../../contract/rules/limits.ts';
import { robotTopic } from '../../contract/wire/topics.ts';
import type { StateMessage } from '../../contract/wire/vda5050.ts';
import type { Broker } from '../broker/broker.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { moveCommand, openCommands, STATE_TIMESTAMP, type CommandRow } from '../db/repositories/commands.ts';
import { fileById } from '../db/repositories/files.ts';
import { changeMedia } from '../db/repositories/mediaItems.ts';
import type { AlarmEvents } from './alarmEvents.ts';
import type { FleetCache } from './fleetCache.ts';
import { deriveProgress, type ProgressUpdate } from './commandProgress.ts';
import { toLedgerMessage } from './presenters.ts';

export interface CommandLedger {
  /**
   * Takes over a row that was just committed. `send` delivers it, and is called again at each state message until it
   * returns true.
   */
  adopt(row: CommandRow, send: () => Promise<boolean>): Promise<void>;
  /** Applies a progress update, if the transition is allowed. `at`: now. */
  advance(id: string, proven: ProgressUpdate, at?: Date): Promise<void>;
  /** Derives the progress of the open commands from a robot's state. */
  heard(serialNumber: string, state: StateMessage, isLeader: boolean): Promise<void>;
  /** Rows that the request's own transaction ended. */
  withdrawn(rows: readonly CommandRow[]): void;
  isOpen(id: string): boolean;
  /** Open commands of a robot, newest last. */
  openOf(serialNumber: string): readonly CommandRow[];
  /** Open commands of a kind, of any robot. */
  openOfKind(kind: CommandKind): readonly CommandRow[];
  /** Targets of the open orders of a kind. */
  targetsOf(kind: CommandKind): ReadonlySet<string>;
  /** Expires and fails overdue commands. Call every second. `heardAt`: time of the robot's last message, ms. */
  sweep(heardAt: (serialNumber: string) => number | null): Promise<void>;
  /** Reads open rows written by other servers. */
  reload(): Promise<void>;
}

interface Entry {
  row: CommandRow;
  send?: (() => Promise<boolean>) | undefined;
  isSending?: boolean;
}

/** What files a robot can name as the result of a command. */
const RESULT_FILES: Partial<Record<CommandKind, readonly FileKind[]>> = {
  takePhoto: ['picture', 'still'],
  buildMap: ['mapScan'],
};

export async function createCommandLedger({
  db,
  log,
  now,
  broker,
  fleetCache,
  stopConfirmed,
  photoEnded,
}: Pick<CoreDeps, 'db' | 'log' | 'now'> & {
  broker: Broker;
  fleetCache: FleetCache;
  /** A robot has confirmed a Stop. Awaited before the Stop is finished, so a failed write is tried again. */
  stopConfirmed: (serialNumber: string, at: Date) => Promise<void>;
  photoEnded: AlarmEvents['photoEnded'];
}): Promise<CommandLedger> {
  const entries = new Map<string, Entry>();
  /** The same by robot, because every state message asks for its robot's commands. */
  const ofRobots = new Map<string, Map<string, Entry>>();
  const byRobot = (serialNumber: string): Entry[] => [...(ofRobots.get(serialNumber)?.values() ?? [])];
  const put = (entry: Entry): void => {
    const { id, serialNumber } = entry.row;
    entries.set(id, entry);
    const own = ofRobots.get(serialNumber) ?? new Map<string, Entry>();
    ofRobots.set(serialNumber, own.set(id, entry));
  };
  const drop = (id: string): void => {
    const serialNumber = entries.get(id)?.row.serialNumber ?? '';
    entries.delete(id);
    const own = ofRobots.get(serialNumber);
    own?.delete(id);
    if (own?.size === 0) ofRobots.delete(serialNumber);
  };
  /**
   * Ids with a write in progress, and ids written since the last reload began: rows read by that reload can be older
   * than those in memory.
   */
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
    for (const id of entries.keys()) if (!open.has(id) && !ours.has(id)) drop(id);
    for (const row of rows) {
      if (ours.has(row.id)) continue;
      const known = entries.get(row.id);
      if (known) known.row = row;
      else put({ row });
    }
  };
  await reload();
  let listeningSince = now();
  broker.onUp(() => (listeningSince = now()));

  /** Not awaited: publishing to subscribers must not delay the command. */
  const announce = (row: CommandRow): void => {
    const robot = fleetCache.robot(row.serialNumber);
    if (robot && broker.isUp())
      broker
        .publish(robotTopic(robot, 'ledger'), toLedgerMessage(row))
        .catch((error: unknown) =>
          log.warn({ err: error, command: row.id }, 'the progress of a command could not be published'),
        );
  };

  /** A file that is not a complete one of this robot, and of what the command asks for, is not linked. */
  const ownFile = async ({ kind, serialNumber }: CommandRow, fileId: string): Promise<string | undefined> => {
    const file = await fileById(db, fileId);
    const isOwn = file?.owner === 'robot' && file.ownerId === serialNumber;
    return isOwn && RESULT_FILES[kind]?.includes(file.kind) && file.state === 'ready' ? fileId : undefined;
  };

  const advance = async (
    id: string,
    { to, reason, fileId }: ProgressUpdate,
    at: Date = new Date(now()),
  ): Promise<void> => {
    const entry = entries.get(id);
    if (!entry || to === 'asked' || !canBecome(entry.row.state, to)) return;
    const known = entry.row;
    // Updated in memory first: the next message can arrive before the write completes.
    entry.row = { ...known, state: to, [STATE_TIMESTAMP[to]]: at, ...(reason ? { reason } : {}) };
    if (hasEnded(to)) drop(id);
    const row = await move(id, async () => {
      if (to === 'finished' && known.kind === 'stop') await stopConfirmed(known.serialNumber, at);
      const file = fileId === undefined ? undefined : await ownFile(known, fileId);
      const { targetId: caseId, askedBy: userId, askedByName: userName } = known;
      const end = { to, at, reason, fileId: file };
      if (known.kind !== 'takePhoto' || !hasEnded(to)) return moveCommand(db, id, end);
      const [moved, notify] = await db.transaction(async (transaction) => {
        const written = await moveCommand(transaction, id, end);
        // Another server has ended it.
        if (!written) return [undefined, undefined];
        if (file !== undefined) await changeMedia(transaction, file, { source: 'operator', userId, userName });
        return [written, caseId === null ? undefined : await photoEnded(transaction, caseId, file)];
      });
      notify?.();
      return moved;
    }).catch((error: unknown) => {
      // Reverted if the write fails: the next state message or sweep tries again.
      entry.row = known;
      put(entry);
      throw error;
    });
    if (row) announce(row);
  };

  /** The robot has answered, here or at another server, before its command was noted as sent: that time is missing. */
  const noteSentLate = async (id: string, at: Date): Promise<void> => {
    const row = await move(id, () => moveCommand(db, id, { to: 'sent', at }));
    if (!row) return;
    const entry = entries.get(id);
    if (entry) entry.row = { ...entry.row, sentAt: row.sentAt };
    announce(row);
  };

  const trySend = async (entry: Entry): Promise<void> => {
    if (entry.row.state !== 'asked' || !entry.send || entry.isSending) return;
    entry.isSending = true;
    const { id } = entry.row;
    // The robot can answer before the broker has confirmed the message.
    const at = new Date(now());
    let isSent = false;
    try {
      isSent = await entry.send();
      if (!isSent) return;
      if (entries.get(id) === entry && entry.row.state === 'asked') await advance(id, { to: 'sent' }, at);
      else await noteSentLate(id, at);
    } catch (error) {
      log.warn(
        { err: error, command: id },
        isSent ? 'the sending of a command could not be noted' : 'a command could not be sent yet',
      );
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
      put(entry);
      announce(row);
      await trySend(entry);
    },
    withdrawn(rows) {
      for (const row of rows) {
        movedSince.add(row.id);
        drop(row.id);
        announce(row);
      }
    },
    isOpen: (id) => entries.has(id),
    async heard(serialNumber, state, isLeader) {
      if (entries.size === 0) return;
      // In parallel: a command that this state allows to be sent must not wait until the end of the previous one is
      // stored.
      await Promise.all(
        byRobot(serialNumber).map(async (entry) => {
          await trySend(entry);
          // Only the leader derives progress; the server that created the command only sends it.
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
        // Silence is measured only while the broker connection is up.
        const silentSince = Math.max(heardAt(row.serialNumber) ?? 0, row.acceptedAt?.getTime() ?? 0, listeningSince);
        if (untaken && row.expiresAt && row.expiresAt.getTime() <= time) await advance(row.id, { to: 'expired' });
        else if (!untaken && broker.isUp() && time - silentSince > COMMAND_SILENCE_MS)
          await advance(row.id, { to: 'failed', reason: { type: 'robotSilent', description: '' } });
        else if (
          !untaken &&
          isRobotAction(row.kind) &&
          time - (row.acceptedAt ?? row.askedAt).getTime() > ACTION_LIMIT_MS
        )
          await advance(row.id, { to: 'failed', reason: { type: 'notConfirmed', description: '' } });
      }
    },
  };
}
