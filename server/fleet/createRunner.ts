/**
 * Runs what robots do for a longer time to its end: route runs and disinfections (design 7, 8, 21). The kind decides the
 * next step; here it is stored and then carried out, one step at a time for each robot, on the leader. The database is
 * authoritative: a step that conflicts with a change by another server or a user is computed again. After a restart or a
 * change of leader, runs therefore continue where they were.
 */
import { isDeepStrictEqual } from 'node:util';
import { isSilent } from '../../contract/rules/robotStatus.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';
import type { StateMessage, VdaAction } from '../../contract/wire/vda5050.ts';
import type { Broker } from '../broker/broker.ts';
import { newSecret } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { FleetCache, RobotRow } from './fleetCache.ts';
import type { Leadership } from './leadership.ts';
import type { LiveStateStore } from './liveStateStore.ts';
import { action, type OrderBody, type Start, type ToRobot } from './messages.ts';
import { hasOrder } from './robotLiveState.ts';

/** What the step of any run depends on. */
export interface RobotFacts {
  /** The robot's last state; null while it is disconnected or silent, or before its first message to this server. */
  state: StateMessage | null;
  /** Time of the last message, or since when one could have been received, ms. */
  heardAt: number;
  /** The robot carries out no user's order. */
  isFree: boolean;
  /**
   * Nothing prevents driving: no Stop, pause or emergency stop, automatic mode, no lease holder, and the robot is
   * localised.
   */
  mayGo: boolean;
  start: Start | null;
}
export type RunEffect = { type: 'order'; body: OrderBody } | { type: 'cancel' } | { type: 'act'; action: VdaAction };
interface RunStep<Run, Memo> {
  run: Run;
  memo: Memo;
  effects: readonly RunEffect[];
}

interface RunRow {
  id: string;
  serialNumber: string;
  revision: number;
  startedAt: Date;
  state: string;
}
/**
 * @template Row as stored
 * @template Run while it is under way
 * @template Memo lost at a restart, which is harmless
 */
interface RunKind<Row extends RunRow, Run extends Row, Memo, Step extends RunStep<Run, Memo>> {
  /** In the log, as in "a route run". */
  noun: string;
  initialMemo: Memo;
  readActive(): Promise<readonly Row[]>;
  read(id: string): Promise<Row | undefined>;
  /** undefined if the row was changed in between. */
  save(step: Step): Promise<Row | undefined>;
  isUnderWay(row: Row): row is Run;
  next(run: Run, memo: Memo, facts: RobotFacts): Step;
  /** The robot was removed. */
  withoutRobot(run: Run): Step;
  /** Whether the robot still carries out the run. */
  isCarriedOut(row: Row, state: StateMessage): boolean;
  /** What the live state shows of the robot's run; null if it shows that already. */
  toLive(run: Run | undefined, live: RobotLive): Partial<RobotLive> | null;
  /** Drops what was gathered for the robot's run: another one begins, or it has ended. */
  forget(serialNumber: string): void;
  /** After each step, and when a person ended the run. */
  settled(row: Row): Promise<void>;
}
/** What every kind offers to the rest of the server. */
export interface Runner<Row, Run> {
  /** A robot's current run. */
  of(serialNumber: string): Run | undefined;
  /** Takes a row that was just committed: started, or changed by a user. */
  changed(row: Row): Promise<void>;
  /** Runs steps that are due without a message. Call every second on the leader. */
  tick(): Promise<void>;
  /** Reads rows written by other servers. */
  reload(): Promise<void>;
}

/** Attempts of a step that conflicts with other changes. */
const TRIES = 3;

export type RunnerNeeds = Pick<CoreDeps, 'db' | 'log' | 'now'> & {
  broker: Broker;
  fleetCache: FleetCache;
  liveStates: LiveStateStore;
  toRobot: ToRobot;
  leadership: Leadership;
};

export function createRunner<Row extends RunRow, Run extends Row, Memo, Step extends RunStep<Run, Memo>>(
  { log, now, broker, fleetCache, liveStates, toRobot, leadership }: RunnerNeeds,
  kind: RunKind<Row, Run, Memo, Step>,
) {
  const runs = new Map<string, Run>();
  /** The last run of each robot that ended here: a row that was read before its end must not bring it back. */
  const ended = new Map<string, string>();
  const memos = new Map<string, Memo>();
  const states = new Map<string, StateMessage>();
  let listeningSince = now();
  broker.onUp(() => (listeningSince = now()));

  const show = (serialNumber: string): void => {
    const { live } = liveStates.get(serialNumber);
    const change = kind.toLive(runs.get(serialNumber), live);
    if (change) liveStates.set({ ...live, serialNumber, ...change });
  };
  const forget = (serialNumber: string): void => {
    memos.delete(serialNumber);
    kind.forget(serialNumber);
  };
  /** Never replaces a row with an older one. */
  const put = (row: Row): void => {
    const { serialNumber } = row;
    const known = runs.get(serialNumber);
    if (known && known.id === row.id && known.revision > row.revision) return;
    if (known && known.id !== row.id && known.startedAt > row.startedAt) return;
    if (kind.isUnderWay(row)) {
      if (ended.get(serialNumber) === row.id) return;
      if (known?.id !== row.id) forget(serialNumber);
      runs.set(serialNumber, row);
    } else if (known?.id === row.id) {
      ended.set(serialNumber, row.id);
      forget(serialNumber);
      runs.delete(serialNumber);
    }
    show(serialNumber);
  };
  const remove = (serialNumber: string): void => {
    runs.delete(serialNumber);
    show(serialNumber);
  };

  const factsOf = (serialNumber: string): RobotFacts => {
    const { live } = liveStates.get(serialNumber);
    const heard = states.get(serialNumber) ?? null;
    const place = heard?.agvPosition;
    return {
      state: live.connection === 'online' && !isSilent(live, now()) ? heard : null,
      heardAt: broker.isUp() ? Math.max(live.at ?? 0, listeningSince) : now(),
      isFree: heard !== null && !hasOrder(heard),
      mayGo:
        !live.held &&
        !live.paused &&
        live.eStop === 'NONE' &&
        live.mode === 'AUTOMATIC' &&
        live.located &&
        live.leaseHolder === null &&
        live.drivingBlocked !== true,
      start:
        heard && place
          ? { nodeId: heard.lastNodeId, mapName: place.mapId, x: place.x, y: place.y, theta: place.theta }
          : null,
    };
  };

  const act = async (robot: RobotRow, effect: RunEffect): Promise<void> => {
    if (effect.type === 'order') await toRobot.order(robot, effect.body);
    else
      await toRobot.act(robot, [
        effect.type === 'cancel' ? action('cancelOrder', `cancel-${newSecret(6)}`, {}, 'HARD') : effect.action,
      ]);
  };

  const step = async (serialNumber: string): Promise<void> => {
    for (let n = 0; n < TRIES; n += 1) {
      const run = runs.get(serialNumber);
      if (!run || !leadership.isLeader()) return;
      const robot = fleetCache.robot(serialNumber);
      const next = robot
        ? kind.next(run, memos.get(serialNumber) ?? kind.initialMemo, factsOf(serialNumber))
        : kind.withoutRobot(run);
      let row: Row = run;
      if (!isDeepStrictEqual(next.run, run)) {
        const saved = await kind.save(next);
        if (!saved) {
          const fresh = await kind.read(run.id);
          if (fresh) put(fresh);
          else remove(serialNumber);
          continue;
        }
        row = saved;
      }
      put(row);
      // The next run can have begun while this one's end was stored.
      if (runs.get(serialNumber)?.id === row.id) memos.set(serialNumber, next.memo);
      for (const effect of next.effects)
        if (robot)
          await act(robot, effect).catch((error: unknown) =>
            log.warn({ err: error, run: run.id }, `a command of a ${kind.noun} could not be sent to its robot yet`),
          );
      await kind.settled(row);
      return;
    }
  };
  /** Serialises the steps of each robot. */
  const lines = new Map<string, Promise<void>>();
  const inLine = (serialNumber: string): Promise<void> => {
    const line = (lines.get(serialNumber) ?? Promise.resolve())
      .then(() => step(serialNumber))
      .catch((error: unknown) => log.warn({ err: error, serialNumber }, `a ${kind.noun} could not continue yet`));
    lines.set(serialNumber, line);
    return line.finally(() => lines.get(serialNumber) === line && lines.delete(serialNumber));
  };

  return {
    of: (serialNumber: string): Run | undefined => runs.get(serialNumber),
    all: (): Iterable<Run> => runs.values(),
    stateOf: (serialNumber: string): StateMessage | undefined => states.get(serialNumber),
    /** Keeps a robot's state for the next steps. */
    assignState: (serialNumber: string, state: StateMessage): void => void states.set(serialNumber, state),
    step: inLine,
    cancel: (robot: RobotRow): Promise<void> => act(robot, { type: 'cancel' }),
    async changed(row: Row): Promise<void> {
      put(row);
      if (row.state === 'inProgress') return inLine(row.serialNumber);
      const robot = fleetCache.robot(row.serialNumber);
      const state = states.get(row.serialNumber);
      if (robot && state && kind.isCarriedOut(row, state))
        await act(robot, { type: 'cancel' }).catch((error: unknown) =>
          log.warn({ err: error, run: row.id }, `the end of a ${kind.noun} could not be sent to its robot yet`),
        );
      await kind.settled(row);
    },
    async tick(): Promise<void> {
      await Promise.all([...runs.keys()].map(inLine));
    },
    async reload(): Promise<void> {
      const before = new Map(runs);
      const rows = await kind.readActive();
      for (const row of rows) put(row);
      const there = new Set(rows.map(({ id }) => id));
      // Removes runs that have ended, but not those that began during this read.
      for (const [serialNumber, { id }] of before)
        if (!there.has(id) && runs.get(serialNumber)?.id === id) remove(serialNumber);
    },
  };
}
