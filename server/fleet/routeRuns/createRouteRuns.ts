/** Runs route runs to their end (design 7, 8): transition.ts decides the next step, createRunner.ts carries it out. */
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import { routeRunById, activeRouteRuns, saveRouteRun } from '../../db/repositories/cruiseRecords.ts';
import type { RobotRow } from '../fleetCache.ts';
import type { CommandLedger } from '../commandLedger.ts';
import { createRunner, type Runner, type RunnerNeeds } from '../createRunner.ts';
import { hasOrder } from '../robotLiveState.ts';
import { freeBay } from '../chargingBays.ts';
import { isUnderWay, type RouteRun, type RouteRunRow } from './routeRun.ts';
import { finish, begin } from './routeRunMutations.ts';
import { NO_TRANSIENT_STATE, type Step, type TransientState } from './stepInputs.ts';
import { progressOf, commandStageOf } from './commandStage.ts';
import { transition } from './transition.ts';
import { visitRowsOf } from './visitRows.ts';

export interface RouteRuns extends Runner<RouteRunRow, RouteRun> {
  /** Charging bays that route runs are heading for. */
  bays(): ReadonlySet<string>;
  /** Handles a robot's state message. */
  heard(robot: RobotRow, state: StateMessage): Promise<void>;
}

/** Between two states, metres: a robot that moved further was carried or relocalised. */
const JUMP_M = 10;

export async function createRouteRuns(needs: RunnerNeeds & { ledger: CommandLedger }): Promise<RouteRuns> {
  const { db, now, fleetCache, liveStates, ledger } = needs;
  const metres = new Map<string, number>();
  const told = new Map<string, string>();

  const bays = (but?: string): ReadonlySet<string> =>
    new Set(
      [...runner.all()].flatMap(({ serialNumber, course }) =>
        course.bay && serialNumber !== but ? [course.bay.id] : [],
      ),
    );

  const runner = createRunner<RouteRunRow, RouteRun, TransientState, Step>(needs, {
    noun: 'route run',
    initialMemo: NO_TRANSIENT_STATE,
    readActive: () => activeRouteRuns(db),
    read: (id) => routeRunById(db, id),
    async save({ run, visits }) {
      const saved = await saveRouteRun(db, run, visitRowsOf(run.id, visits));
      if (saved) metres.delete(run.serialNumber);
      return saved;
    },
    isUnderWay,
    next(run, memo, facts) {
      const { serialNumber } = run;
      const abilities = fleetCache.abilitiesOf(serialNumber);
      const inputs = {
        ...facts,
        metres: metres.get(serialNumber) ?? 0,
        can: (actionType: string) => abilities.actions.includes(actionType),
        bay: () =>
          freeBay({
            serialNumber,
            fleetCache,
            poseOf: (one) => liveStates.get(one).live.pose,
            taken: new Set([...ledger.targetsOf('charge'), ...bays(serialNumber)]),
          }),
      };
      return transition(run, memo, inputs, now());
    },
    withoutRobot(run) {
      const change = begin(run, now());
      finish(change, 'fault', { type: 'robotGone', description: '' });
      return { ...change, memo: NO_TRANSIENT_STATE, effects: [] };
    },
    isCarriedOut: ({ id }, state) => hasOrder(state) && state.orderId.startsWith(`${id}.`),
    toLive(run, { drive }) {
      const shown = run ? { id: run.id, pathId: run.pathId, revision: run.revision } : null;
      return drive?.id === shown?.id && drive?.revision === shown?.revision ? null : { drive: shown };
    },
    forget: (serialNumber) => void metres.delete(serialNumber),
    /** Updates the ledger command by which the robot's page shows progress and outcome. */
    async settled(run) {
      const station = commandStageOf(run);
      if (told.get(run.id) === station) return;
      for (const proven of progressOf(run)) await ledger.advance(run.id, proven);
      if (run.state === 'inProgress') told.set(run.id, station);
      else told.delete(run.id);
    },
  });
  await runner.reload();

  const went = (serialNumber: string, state: StateMessage): void => {
    const [from, to] = [runner.stateOf(serialNumber)?.agvPosition, state.agvPosition];
    if (!from || !to || from.mapId !== to.mapId) return;
    const far = Math.hypot(to.x - from.x, to.y - from.y);
    if (far < JUMP_M) metres.set(serialNumber, (metres.get(serialNumber) ?? 0) + far);
  };

  return {
    of: runner.of,
    bays: () => bays(),
    changed: runner.changed,
    async heard({ serialNumber }, state) {
      if (runner.of(serialNumber)) went(serialNumber, state);
      runner.assignState(serialNumber, state);
      if (runner.of(serialNumber)) await runner.step(serialNumber);
    },
    tick: runner.tick,
    reload: runner.reload,
  };
}
