/**
 * Enforces Stop as a desired state (design 6), in the order that safety requires: journal, robot, database. A stopped
 * robot is sent the Stop again until its state confirms it, and first of all at every reconnect. Servers that share a
 * fleet announce Stops to each other over the broker, so that all of them hold the robot before the Stop is stored.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { MOST_UNRECORDED_STOPS } from '../../contract/rules/limits.ts';
import { STOPS_TOPIC } from '../../contract/wire/topics.ts';
import type { Broker } from '../broker/broker.ts';
import { newSecret } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { CommandRow } from '../db/repositories/commands.ts';
import { recordedStops } from '../db/repositories/stops.ts';
import type { FleetCache, RobotRow } from './fleetCache.ts';
import type { CommandLedger } from './commandLedger.ts';
import { action, type ToRobot } from './messages.ts';
import { withStops } from './robotLiveState.ts';
import type { LiveStateStore } from './liveStateStore.ts';
import { stopEntry, type StopEntry, type StopJournal } from './stopJournal.ts';
import { createStopRecorder } from './stopRecorder.ts';
import { robotStopIn, type StandingStop, type Stops } from './stops.ts';

/** Retry interval while the robot does not report that it has stopped, ms. */
const HOLD_AGAIN_MS = 1_000;
/** Longest wait for the journal before the Stop is sent, ms. */
const JOURNAL_MS = 5;
/** Longest wait of the reply for the database, ms, so that an immediate Resume finds the Stop there. */
const RECORD_MS = 1_000;
/**
 * Before a retry, the database is checked for a Resume by another server. After this timeout the Stop counts as not
 * lifted, ms.
 */
const ASK_MS = 1_000;
/** Repeats of a request get the first reply. */
const REPEATS_KEPT = 10_000;
const REPEATS_MS = 10 * 60_000;

const announcement = v.union([
  v.object({ stop: stopEntry }),
  v.object({ lifted: v.object({ serialNumber: v.string(), ids: v.array(v.string()) }) }),
]);

export interface StopEnforcer {
  /** Stops a robot. Resolves with the ledger row, which may not be stored yet. */
  stop(entry: StopEntry): Promise<CommandRow>;
  /** A Resume lifted these Stops in the database. Returns true when no Stop holds the robot any more. */
  lifted(serialNumber: string, ids: readonly string[]): boolean;
  /** Handles another server's message: it stopped a robot, or lifted Stops. */
  handleAnnouncement(message: unknown): void;
  /** Call at every reconnect, before other messages: sends the Stop if one holds the robot. */
  handleReconnect(robot: RobotRow): Promise<void>;
  /** Call when the robot does not report that it has stopped: sends a Stop again if one holds it. */
  retryStop(robot: RobotRow): void;
  /** Reads Stops stored and lifted by other servers. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

type Needs = Pick<CoreDeps, 'settings' | 'log' | 'now' | 'monotonicNow' | 'urgentDb' | 'sharedDb'> & {
  broker: Broker;
  fleetCache: FleetCache;
  liveStates: LiveStateStore;
  ledger: CommandLedger;
  toRobot: ToRobot;
  stops: Stops;
  journal: StopJournal;
};

export async function createStopEnforcer({
  settings,
  log,
  now,
  monotonicNow,
  urgentDb,
  sharedDb,
  broker,
  fleetCache,
  liveStates,
  ledger,
  toRobot,
  stops,
  journal,
}: Needs): Promise<StopEnforcer> {
  const toldAt = new Map<string, number>();
  const repeats = new Map<string, CommandRow>();

  const show = (serialNumber: string): void => {
    const { live } = liveStates.get(serialNumber);
    liveStates.set(
      withStops(
        { ...live, serialNumber },
        stops.of(serialNumber).map((stop) => robotStopIn(stop, 'enUS')),
      ),
    );
  };
  const sync = (): void => {
    const held = new Set(stops.held());
    for (const { serialNumber } of fleetCache.robots())
      if (held.has(serialNumber) || liveStates.get(serialNumber).live.held) show(serialNumber);
  };
  const isThere = (serialNumber: string): boolean => liveStates.get(serialNumber).live.connection === 'online';
  const tell = async (robot: RobotRow, actionId: string): Promise<void> => {
    toldAt.set(robot.serialNumber, monotonicNow());
    await toRobot.act(robot, [action('startPause', actionId, {}, 'HARD')]);
  };
  const announce = (message: v.InferOutput<typeof announcement>): void => {
    if (settings.mqtt)
      broker
        .publish(STOPS_TOPIC, message, { qos: 1 })
        .catch((error: unknown) => log.warn({ err: error }, 'a Stop could not be published to the other servers'));
  };

  /** If the database does not answer, the Stop stays in force: the safe default. */
  const isWanted = async (serialNumber: string): Promise<boolean> => {
    const standing = stops.of(serialNumber);
    if (standing.length === 0) return false;
    if (!settings.mqtt || standing.some(({ isRecorded }) => !isRecorded)) return true;
    await Promise.race([reload().catch(() => undefined), sleep(ASK_MS)]);
    return stops.holds(serialNumber);
  };
  const reload = async (): Promise<void> => {
    await stops.reload(sharedDb);
    sync();
  };

  const told = new Set<string>();
  /**
   * A robot that appears offline can still receive it, because its last will can be late; the Stop just does not count
   * as sent.
   */
  const tellNow = async (serialNumber: string, stopId: string, actionId = stopId): Promise<void> => {
    const robot = fleetCache.robot(serialNumber);
    if (!robot) return;
    const counts = isThere(serialNumber);
    await tell(robot, actionId).then(
      () => void (counts && told.add(stopId)),
      (error: unknown) => log.warn({ err: error, serialNumber }, 'a Stop could not be sent yet'),
    );
  };
  const rowOf = ({ id, serialNumber, userId, name, at }: StandingStop): CommandRow => ({
    id,
    serialNumber,
    kind: 'stop',
    target: '',
    targetId: null,
    askedBy: userId,
    askedByName: name,
    state: told.has(id) ? 'sent' : 'asked',
    askedAt: new Date(at),
    sentAt: told.has(id) ? new Date(at) : null,
    acceptedAt: null,
    runningAt: null,
    endedAt: null,
    expiresAt: null,
    reason: null,
    parameters: null,
    fileId: null,
    liftedAt: null,
  });
  const remember = (id: string, row: CommandRow): CommandRow => {
    repeats.set(id, row);
    for (const [old, { askedAt }] of repeats) {
      if (repeats.size <= REPEATS_KEPT && now() - askedAt.getTime() < REPEATS_MS) break;
      repeats.delete(old);
    }
    return row;
  };
  const recorder = createStopRecorder({
    db: urgentDb,
    log,
    stops,
    journal,
    rowOf,
    wasTold: (id) => told.has(id),
    async onRecorded(rows) {
      for (const serialNumber of new Set(rows.map((row) => row.serialNumber))) show(serialNumber);
      for (const row of rows) {
        told.delete(row.id);
        if (row.endedAt === null) await ledger.adopt(row, async () => isThere(row.serialNumber));
      }
    },
  });

  const hold = (entry: StopEntry, isRecorded = false): void => {
    stops.add({ ...entry, isRecorded });
    show(entry.serialNumber);
  };

  // Stops that this server's previous run could not store, and that no other server has stored since.
  if (journal.left.length > 0) {
    const ids = journal.left.map(({ id }) => id);
    const known = await recordedStops(urgentDb, ids);
    await journal.settle([...known]).catch(() => undefined);
    for (const entry of journal.left) if (!known.has(entry.id)) hold(entry);
  }
  await reload();
  recorder.wake();

  return {
    async stop(entry) {
      const { id, serialNumber } = entry;
      const first = repeats.get(id);
      if (first) return first;
      const again = stops.of(serialNumber).find((stop) => stop.id === id);
      if (again) return rowOf(again);
      const own = stops.of(serialNumber).filter(({ userId, isRecorded }) => userId === entry.userId && !isRecorded);
      const newest = own.at(-1);
      if (newest && own.length >= MOST_UNRECORDED_STOPS) {
        await tellNow(serialNumber, newest.id, `${newest.id}-${newSecret(4)}`);
        return remember(id, rowOf(newest));
      }
      hold(entry);
      await Promise.race([
        journal
          .add(entry)
          .catch((error: unknown) =>
            log.error({ err: error }, 'a Stop is in memory only: the journal cannot be written'),
          ),
        sleep(JOURNAL_MS),
      ]);
      await tellNow(serialNumber, id);
      announce({ stop: entry });
      const row = remember(id, rowOf({ ...entry, isRecorded: false }));
      const recorded = recorder.recorded(id);
      recorder.wake();
      await Promise.race([recorded, sleep(RECORD_MS)]);
      return row;
    },
    lifted(serialNumber, ids) {
      stops.lift(ids);
      show(serialNumber);
      announce({ lifted: { serialNumber, ids: [...ids] } });
      return !stops.holds(serialNumber);
    },
    handleAnnouncement(message) {
      const read = v.safeParse(announcement, message);
      if (!read.success) return;
      if ('lifted' in read.output) {
        const { serialNumber, ids } = read.output.lifted;
        for (const id of ids) told.delete(id);
        stops.lift(ids);
        show(serialNumber);
        return void recorder.settle(ids);
      }
      const { stop } = read.output;
      if (repeats.has(stop.id) || stops.of(stop.serialNumber).some(({ id }) => id === stop.id)) return;
      // Also stored by the announcing server. Should it crash, the robot stays held here until a user resumes it.
      hold(stop, false);
      recorder.wake();
    },
    async handleReconnect(robot) {
      if (!(await isWanted(robot.serialNumber))) return;
      const open = ledger.openOf(robot.serialNumber).find(({ kind }) => kind === 'stop');
      await tell(robot, open?.id ?? `hold-${newSecret(6)}`);
      if (open) await ledger.advance(open.id, { to: 'sent' });
    },
    retryStop(robot) {
      const { serialNumber } = robot;
      if (!stops.holds(serialNumber) || monotonicNow() - (toldAt.get(serialNumber) ?? -Infinity) < HOLD_AGAIN_MS)
        return;
      toldAt.set(serialNumber, monotonicNow());
      void isWanted(serialNumber)
        .then(async (wanted) =>
          wanted ? tell(robot, `${stops.of(serialNumber).at(-1)?.id ?? 'hold'}-${newSecret(4)}`) : undefined,
        )
        .catch((error: unknown) => log.warn({ err: error, serialNumber }, 'a Stop could not be sent again yet'));
    },
    reload,
    async close() {
      await recorder.close();
      await journal.close();
    },
  };
}
