/**
 * Runs disinfections to their end (design 21). disinfectionRun.ts decides the next step; here it is stored and then
 * carried out, one step at a time for each robot, on the leader. The database is authoritative, so runs continue after
 * a restart or a change of leader.
 */
import type { DisinfectionReport } from '../../../contract/wire/disinfection.ts';
import { isSilent } from '../../../contract/rules/robotStatus.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import type { Broker } from '../../broker/broker.ts';
import { newSecret } from '../../broker/credentials.ts';
import type { CoreDeps } from '../../coreDeps.ts';
import {
  activeDisinfections,
  disinfectionById,
  saveDisinfection,
  type DisinfectionRow,
} from '../../db/repositories/disinfections.ts';
import type { FleetCache, RobotRow } from '../fleetCache.ts';
import type { Leadership } from '../leadership.ts';
import type { LiveStateStore } from '../liveStateStore.ts';
import { action, type ToRobot } from '../messages.ts';
import { hasOrder } from '../robotLiveState.ts';
import {
  disinfectionStep,
  finish,
  NO_MEMO,
  carriedOutRun,
  isCarriedOut,
  type DisinfectionEffect,
  type DisinfectionFacts,
  type DisinfectionMemo,
} from './disinfectionRun.ts';

export interface Disinfections {
  /** A robot's current run. */
  of(serialNumber: string): DisinfectionRow | undefined;
  /** Whether the robot reports that it carries out a disinfection, in progress here or ended. */
  isCarriedOut(serialNumber: string): boolean;
  /** Takes a row that was just committed: started, or ended by a user. */
  changed(row: DisinfectionRow): Promise<void>;
  /** Handles a robot's state message. */
  heard(robot: RobotRow, state: StateMessage): Promise<void>;
  /** Keeps a robot's report for the next step: one a second at most is stored. */
  reported(robot: RobotRow, report: DisinfectionReport): void;
  /** Runs steps that are due without a message. Call every second on the leader. */
  tick(): Promise<void>;
  /** Reads rows written by other servers. */
  reload(): Promise<void>;
  /** Called on the leader after a run has ended and is stored, whatever ended it. */
  onEnded(listener: (row: DisinfectionRow) => void | Promise<void>): void;
}

/** Attempts of a step that conflicts with other changes. */
const TRIES = 3;
/** A cancel takes some time to be carried out, ms. */
const CANCEL_AGAIN_MS = 5_000;

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & {
  broker: Broker;
  fleetCache: FleetCache;
  liveStates: LiveStateStore;
  toRobot: ToRobot;
  leadership: Leadership;
};

export async function createDisinfections(needs: Needs): Promise<Disinfections> {
  const { db, log, now, broker, fleetCache, liveStates, toRobot, leadership } = needs;
  const runs = new Map<string, DisinfectionRow>();
  const memos = new Map<string, DisinfectionMemo>();
  const states = new Map<string, StateMessage>();
  const reports = new Map<string, DisinfectionReport>();
  const listeners: ((row: DisinfectionRow) => void | Promise<void>)[] = [];
  const cancelledAt = new Map<string, number>();
  let listeningSince = now();
  broker.onUp(() => (listeningSince = now()));

  const show = (serialNumber: string): void => {
    const run = runs.get(serialNumber);
    const { live } = liveStates.get(serialNumber);
    const shown = run ? { id: run.id, revision: run.revision } : null;
    if (live.disinfection?.id !== shown?.id || live.disinfection?.revision !== shown?.revision)
      liveStates.set({ ...live, serialNumber, disinfection: shown });
  };
  /** Never replaces a row with an older one. */
  const put = (row: DisinfectionRow): void => {
    const { serialNumber } = row;
    const known = runs.get(serialNumber);
    if (known && known.id === row.id && known.revision > row.revision) return;
    if (known && known.id !== row.id && known.startedAt > row.startedAt) return;
    if (row.state === 'inProgress') {
      if (known?.id !== row.id) memos.delete(serialNumber);
      runs.set(serialNumber, row);
    } else if (known?.id === row.id) {
      runs.delete(serialNumber);
      memos.delete(serialNumber);
      reports.delete(serialNumber);
    }
    show(serialNumber);
  };

  const factsOf = (serialNumber: string): DisinfectionFacts => {
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
      report: reports.get(serialNumber) ?? null,
    };
  };

  const act = async (robot: RobotRow, effect: DisinfectionEffect): Promise<void> => {
    if (effect.type === 'order') await toRobot.order(robot, effect.body);
    else await toRobot.act(robot, [action('cancelOrder', `cancel-${newSecret(6)}`, {}, 'HARD')]);
  };
  const notifyEnded = async (row: DisinfectionRow): Promise<void> => {
    for (const listener of listeners)
      await Promise.resolve(listener(row)).catch((error: unknown) =>
        log.warn({ err: error, disinfection: row.id }, 'the end of a disinfection could not be passed on'),
      );
  };

  const step = async (serialNumber: string): Promise<void> => {
    for (let n = 0; n < TRIES; n += 1) {
      const run = runs.get(serialNumber);
      if (!run || !leadership.isLeader()) return;
      const robot = fleetCache.robot(serialNumber);
      const next = robot
        ? disinfectionStep(run, memos.get(serialNumber) ?? NO_MEMO, factsOf(serialNumber), now())
        : withoutRobot(run, now());
      let row: DisinfectionRow = run;
      if (JSON.stringify(next.run) !== JSON.stringify(run)) {
        const saved = await saveDisinfection(db, next.run);
        if (!saved) {
          const fresh = await disinfectionById(db, run.id);
          if (fresh) put(fresh);
          else {
            runs.delete(serialNumber);
            show(serialNumber);
          }
          continue;
        }
        row = saved;
      }
      memos.set(serialNumber, next.memo);
      put(row);
      for (const effect of next.effects)
        if (robot)
          await act(robot, effect).catch((error: unknown) =>
            log.warn(
              { err: error, disinfection: run.id },
              'a command of a disinfection could not be sent to its robot yet',
            ),
          );
      if (row.state !== 'inProgress') await notifyEnded(row);
      return;
    }
  };
  /** Serialises the steps of each robot. */
  const lines = new Map<string, Promise<void>>();
  const inLine = (serialNumber: string): Promise<void> => {
    const line = (lines.get(serialNumber) ?? Promise.resolve())
      .then(() => step(serialNumber))
      .catch((error: unknown) => log.warn({ err: error, serialNumber }, 'a disinfection could not continue yet'));
    lines.set(serialNumber, line);
    return line.finally(() => lines.get(serialNumber) === line && lines.delete(serialNumber));
  };

  const reload = async (): Promise<void> => {
    const before = new Map(runs);
    const rows = await activeDisinfections(db);
    for (const row of rows) put(row);
    const there = new Set(rows.map(({ id }) => id));
    // Removes runs that have ended, but not those that began during this read.
    for (const [serialNumber, { id }] of before) {
      if (there.has(id) || runs.get(serialNumber)?.id !== id) continue;
      runs.delete(serialNumber);
      show(serialNumber);
    }
  };
  await reload();

  return {
    of: (serialNumber) => runs.get(serialNumber),
    isCarriedOut(serialNumber) {
      const state = states.get(serialNumber);
      return state !== undefined && carriedOutRun(state) !== null;
    },
    async changed(row) {
      put(row);
      if (row.state === 'inProgress') return inLine(row.serialNumber);
      const robot = fleetCache.robot(row.serialNumber);
      const state = states.get(row.serialNumber);
      if (robot && state && isCarriedOut(row, state))
        await act(robot, { type: 'cancel' }).catch((error: unknown) =>
          log.warn(
            { err: error, disinfection: row.id },
            'the end of a disinfection could not be sent to its robot yet',
          ),
        );
      await notifyEnded(row);
    },
    async heard(robot, state) {
      const { serialNumber } = robot;
      const carriedOut = carriedOutRun(state);
      // It ended while the robot could not be told.
      if (carriedOut !== null && carriedOut !== runs.get(serialNumber)?.id && leadership.isLeader()) {
        const at = cancelledAt.get(serialNumber) ?? 0;
        if (now() - at > CANCEL_AGAIN_MS && (await disinfectionById(db, carriedOut))?.state !== 'inProgress') {
          cancelledAt.set(serialNumber, now());
          await act(robot, { type: 'cancel' });
        }
      }
      const known = states.get(serialNumber);
      states.set(serialNumber, state);
      // Progress is stored with the ticks; only a change of the order is urgent.
      const isUrgent =
        known?.orderId !== state.orderId || known.nodeStates.length !== state.nodeStates.length || !known;
      if (runs.has(serialNumber) && isUrgent) await inLine(serialNumber);
    },
    reported({ serialNumber }, report) {
      const known = reports.get(serialNumber);
      if (runs.get(serialNumber)?.id !== report.runId) return;
      if (known?.runId !== report.runId || known.sequence < report.sequence) reports.set(serialNumber, report);
    },
    async tick() {
      await Promise.all([...runs.keys()].map(inLine));
    },
    reload,
    onEnded: (listener) => void listeners.push(listener),
  };
}

/** The robot was removed: the run fails. */
function withoutRobot(run: DisinfectionRow, now: number): ReturnType<typeof disinfectionStep> {
  const next = structuredClone(run);
  finish(next, 'fault', now, { type: 'robotGone', description: '' });
  return { run: next, memo: NO_MEMO, effects: [] };
}
