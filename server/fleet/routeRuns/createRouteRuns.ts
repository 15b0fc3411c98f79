/**
 * Runs route runs to their end (design 7, 8). transition.ts decides the next step; here it is stored and then carried
 * out, one step at a time for each robot, on the leader. The database is authoritative: a step that conflicts with a
 * change by another server or a user is recomputed. After a restart or a change of leader, runs therefore continue
 * where they were.
 */
import { isSilent } from '../../../contract/rules/robotStatus.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import type { Broker } from '../../broker/broker.ts';
import { newSecret } from '../../broker/credentials.ts';
import type { CoreDeps } from '../../coreDeps.ts';
import { routeRunById, activeRouteRuns, saveRouteRun } from '../../db/repositories/cruiseRecords.ts';
import type { FleetCache, RobotRow } from '../fleetCache.ts';
import type { Leadership } from '../leadership.ts';
import type { CommandLedger } from '../commandLedger.ts';
import { action, type ToRobot } from '../messages.ts';
import { hasOrder } from '../robotLiveState.ts';
import type { LiveStateStore } from '../liveStateStore.ts';
import { freeBay } from '../chargingBays.ts';
import { isUnderWay, type RouteRun, type RouteRunRow } from './routeRun.ts';
import { finish, begin } from './routeRunMutations.ts';
import { NO_TRANSIENT_STATE, type Effect, type StepInputs, type TransientState } from './stepInputs.ts';
import { progressOf, commandStageOf } from './commandStage.ts';
import { transition } from './transition.ts';
import { visitRowsOf } from './visitRows.ts';

export interface RouteRuns {
  /** A robot's current route run. */
  of(serialNumber: string): RouteRun | undefined;
  /** Charging bays that route runs are heading for. */
  bays(): ReadonlySet<string>;
  /** Takes a row that was just committed: started, or changed by a user. */
  changed(row: RouteRunRow): Promise<void>;
  /** Handles a robot's state message. */
  heard(robot: RobotRow, state: StateMessage): Promise<void>;
  /** Runs steps that are due without a message. Call every second on the leader. */
  tick(): Promise<void>;
  /** Reads rows written by other servers. */
  reload(): Promise<void>;
}

/** Attempts of a step that conflicts with other changes. */
const TRIES = 3;
/** Between two states, metres: a robot that moved further was carried or relocalised. */
const JUMP_M = 10;

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & {
  broker: Broker;
  fleetCache: FleetCache;
  liveStates: LiveStateStore;
  toRobot: ToRobot;
  ledger: CommandLedger;
  leadership: Leadership;
};

export async function createRouteRuns({
  db,
  log,
  now,
  broker,
  fleetCache,
  liveStates,
  toRobot,
  ledger,
  leadership,
}: Needs): Promise<RouteRuns> {
  const runs = new Map<string, RouteRun>();
  const memos = new Map<string, TransientState>();
  const states = new Map<string, StateMessage>();
  const metres = new Map<string, number>();
  const told = new Map<string, string>();
  let listeningSince = now();
  broker.onUp(() => (listeningSince = now()));

  const show = (serialNumber: string): void => {
    const run = runs.get(serialNumber);
    const { live } = liveStates.get(serialNumber);
    const shown = run ? { id: run.id, pathId: run.pathId, revision: run.revision } : null;
    if (live.drive?.id !== shown?.id || live.drive?.revision !== shown?.revision)
      liveStates.set({ ...live, serialNumber, drive: shown });
  };
  /** Never replaces a row with an older one. */
  const put = (row: RouteRunRow): void => {
    const { serialNumber } = row;
    const known = runs.get(serialNumber);
    if (known && known.id === row.id && known.revision > row.revision) return;
    if (known && known.id !== row.id && known.startedAt > row.startedAt) return;
    if (isUnderWay(row)) {
      if (known?.id !== row.id) for (const map of [memos, metres]) map.delete(serialNumber);
      runs.set(serialNumber, row);
    } else if (known?.id === row.id) {
      runs.delete(serialNumber);
      memos.delete(serialNumber);
    }
    show(serialNumber);
  };

  const bays = (but?: string): ReadonlySet<string> =>
    new Set(
      [...runs.values()].flatMap(({ serialNumber, course }) =>
        course.bay && serialNumber !== but ? [course.bay.id] : [],
      ),
    );

  const factsOf = (serialNumber: string): StepInputs => {
    const { live } = liveStates.get(serialNumber);
    const heard = states.get(serialNumber) ?? null;
    const state = live.connection === 'online' && !isSilent(live, now()) ? heard : null;
    const place = heard?.agvPosition;
    const abilities = fleetCache.abilitiesOf(serialNumber);
    return {
      state,
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
      metres: metres.get(serialNumber) ?? 0,
      can: (actionType) => abilities.actions.includes(actionType),
      bay: () =>
        freeBay({
          serialNumber,
          fleetCache,
          poseOf: (one) => liveStates.get(one).live.pose,
          taken: new Set([...ledger.targetsOf('charge'), ...bays(serialNumber)]),
        }),
    };
  };

  const act = async (robot: RobotRow, effect: Effect): Promise<void> => {
    if (effect.type === 'order') await toRobot.order(robot, effect.body);
    else
      await toRobot.act(robot, [
        effect.type === 'cancel' ? action('cancelOrder', `cancel-${newSecret(6)}`, {}, 'HARD') : effect.action,
      ]);
  };
  /** Updates the ledger command by which the robot's page shows progress and outcome. */
  const tell = async (run: RouteRunRow): Promise<void> => {
    const station = commandStageOf(run);
    if (told.get(run.id) === station) return;
    for (const proven of progressOf(run)) await ledger.advance(run.id, proven);
    if (run.state === 'inProgress') told.set(run.id, station);
    else told.delete(run.id);
  };

  const step = async (serialNumber: string): Promise<void> => {
    for (let n = 0; n < TRIES; n += 1) {
      const run = runs.get(serialNumber);
      if (!run || !leadership.isLeader()) return;
      const robot = fleetCache.robot(serialNumber);
      const change = robot
        ? transition(run, memos.get(serialNumber) ?? NO_TRANSIENT_STATE, factsOf(serialNumber), now())
        : { ...withoutRobot(run, now()), memo: NO_TRANSIENT_STATE, effects: [] };
      let row: RouteRunRow = run;
      if (JSON.stringify(change.run) !== JSON.stringify(run)) {
        const saved = await saveRouteRun(db, change.run, visitRowsOf(run.id, change.visits));
        if (!saved) {
          const fresh = await routeRunById(db, run.id);
          if (fresh) put(fresh);
          else runs.delete(serialNumber);
          continue;
        }
        row = saved;
        metres.delete(serialNumber);
      }
      memos.set(serialNumber, change.memo);
      put(row);
      for (const effect of change.effects)
        if (robot)
          await act(robot, effect).catch((error: unknown) =>
            log.warn({ err: error, drive: run.id }, 'a command of a route run could not be sent to its robot yet'),
          );
      await tell(row);
      return;
    }
  };
  /** Serialises the steps of each robot. */
  const lines = new Map<string, Promise<void>>();
  const inLine = (serialNumber: string): Promise<void> => {
    const line = (lines.get(serialNumber) ?? Promise.resolve())
      .then(() => step(serialNumber))
      .catch((error: unknown) => log.warn({ err: error, serialNumber }, 'a route run could not continue yet'));
    lines.set(serialNumber, line);
    return line.finally(() => lines.get(serialNumber) === line && lines.delete(serialNumber));
  };

  const went = (serialNumber: string, state: StateMessage): void => {
    const [from, to] = [states.get(serialNumber)?.agvPosition, state.agvPosition];
    if (!from || !to || from.mapId !== to.mapId) return;
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    if (far < JUMP_M) metres.set(serialNumber, (metres.get(serialNumber) ?? 0) + far);
  };

  const reload = async (): Promise<void> => {
    const before = new Map(runs);
    const rows = await activeRouteRuns(db);
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
    bays: () => bays(),
    async changed(row) {
      put(row);
      if (row.state === 'inProgress') return inLine(row.serialNumber);
      const robot = fleetCache.robot(row.serialNumber);
      const state = states.get(row.serialNumber);
      if (robot && state && hasOrder(state) && state.orderId.startsWith(`${row.id}.`))
        await act(robot, { type: 'cancel' }).catch((error: unknown) =>
          log.warn({ err: error, drive: row.id }, 'the end of a route run could not be sent to its robot yet'),
        );
      await tell(row);
    },
    async heard(robot, state) {
      const { serialNumber } = robot;
      if (runs.has(serialNumber)) went(serialNumber, state);
      states.set(serialNumber, state);
      if (runs.has(serialNumber)) await inLine(serialNumber);
    },
    async tick() {
      await Promise.all([...runs.keys()].map(inLine));
    },
    reload,
  };
}

/** The robot was removed: the run fails. */
function withoutRobot(run: RouteRun, now: number): ReturnType<typeof begin> {
  const change = begin(run, now);
  finish(change, 'fault', { type: 'robotGone', description: '' });
  return change;
}
