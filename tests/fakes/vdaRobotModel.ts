/** A route run controlled by the test, and a robot model that executes its orders as in the standard. */
import type { StateMessage } from '../../contract/wire/vda5050.ts';
import { legCourse, releasedFrom, type RouteRun } from '../../server/fleet/routeRuns/routeRun.ts';
import { NO_TRANSIENT_STATE, type StepInputs, type TransientState } from '../../server/fleet/routeRuns/stepInputs.ts';
import { transition } from '../../server/fleet/routeRuns/transition.ts';
import type { Visit } from '../../server/fleet/routeRuns/routeRunMutations.ts';
import type { OrderBody } from '../../server/fleet/messages.ts';
import type { RunEffect } from '../../server/fleet/createRunner.ts';
import { hasOrder } from '../../server/fleet/robotLiveState.ts';

export const START = 1_700_000_000_000;

export interface Route {
  /** 'A' is a stop at A without a stay; 'A5' has a stay of 5 s. */
  stops: readonly string[];
  cycleType?: 'single' | 'loop';
  change?: (run: RouteRun) => void;
}

export function routeRunAlong({ stops, cycleType = 'single', change }: Route): RouteRun {
  const planned = stops.map((text, i) => ({
    areaId: text.charAt(0),
    x: i,
    y: 0,
    theta: null,
    stayTime: Number(text.slice(1) || 0),
    say: '',
    depart: '',
    doorId: null,
  }));
  const run: RouteRun = {
    id: 'd',
    serialNumber: 'A-1',
    robotName: 'A',
    pathId: 'r',
    pathName: 'R',
    mapId: 'm1',
    mapName: 'One',
    floor: '1F',
    cycleType,
    loop: 0,
    rounds: null,
    taskId: null,
    plannedAt: null,
    state: 'inProgress',
    phase: 'starting',
    reason: null,
    startedBy: 'lin',
    startedByName: 'Lin',
    language: 'enUS',
    startedAt: new Date(START),
    endedAt: null,
    leg: 0,
    updateId: 0,
    distance: 0,
    stops: planned.map(({ areaId }) => ({ areaId, name: areaId, state: 'waiting', arrivedAt: null, leftAt: null })),
    plan: { mapName: 'ground', startSpeech: '', endSpeech: '', stops: planned },
    course: legCourse(
      START,
      0,
      planned.map((_, i) => i),
    ),
    arrived: 0,
    skipped: 0,
    revision: 0,
    demo: false,
  };
  change?.(run);
  run.course.released = releasedFrom(run, 0);
  return run;
}

const IDLE: StateMessage = {
  headerId: 1,
  timestamp: '',
  version: '2.0.0',
  manufacturer: 'Acme',
  serialNumber: 'A-1',
  orderId: '',
  orderUpdateId: 0,
  lastNodeId: '',
  lastNodeSequenceId: 0,
  driving: false,
  operatingMode: 'AUTOMATIC',
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  agvPosition: { x: 0, y: 0, theta: 0, mapId: 'ground', positionInitialized: true },
  batteryState: { batteryCharge: 80, charging: false },
  errors: [],
  safetyState: { eStop: 'NONE', fieldViolation: false },
};

const ABILITIES = ['say', 'takePhoto', 'openDoor', 'startCharging', 'stopCharging'];

/** Route run, robot and clock; each step calls the same transition function as the server. */
export function onRouteRun(route: Route) {
  let run = routeRunAlong(route);
  let memo: TransientState = NO_TRANSIENT_STATE;
  let now = START;
  let state: StateMessage | null = IDLE;
  let facts: Partial<StepInputs> = {};
  const effects: RunEffect[] = [];
  const orders: OrderBody[] = [];
  const visits = new Map<string, Visit>();

  const step = () => {
    const done = transition(
      run,
      memo,
      {
        state,
        heardAt: now,
        isFree: state !== null && !hasOrder(state),
        mayGo: true,
        metres: 0,
        can: (type) => ABILITIES.includes(type),
        bay: () => null,
        start: state?.agvPosition ? { nodeId: state.lastNodeId, mapName: 'ground', x: 0, y: 0, theta: 0 } : null,
        ...facts,
      },
      now,
    );
    ({ run, memo } = done);
    effects.push(...done.effects);
    for (const effect of done.effects) if (effect.type === 'order') orders.push(effect.body);
    for (const visit of done.visits) visits.set(`${visit.round}.${visit.stop}`, visit);
    return run;
  };
  const say = (change: Partial<StateMessage>) => {
    state = { ...(state ?? IDLE), ...change };
    return step();
  };
  const robot = {
    /** Accepts the newest order or order update. */
    take() {
      const order = orders.at(-1);
      if (!order) throw new Error('nothing was ordered');
      const stitch = order.nodes[0]?.sequenceId ?? 0;
      const kept =
        order.orderUpdateId > 0 && state
          ? state.nodeStates.filter(({ sequenceId, released }) => released && sequenceId < stitch)
          : [];
      const reached = order.orderUpdateId > 0 ? (state?.lastNodeSequenceId ?? 0) : 0;
      return say({
        orderId: order.orderId,
        orderUpdateId: order.orderUpdateId,
        lastNodeSequenceId: reached,
        driving: true,
        nodeStates: [...kept, ...order.nodes]
          .filter(({ sequenceId }) => sequenceId > reached)
          .map(({ nodeId, sequenceId, released }) => ({ nodeId, sequenceId, released })),
        actionStates: [
          ...(order.orderUpdateId > 0 ? (state?.actionStates ?? []) : []),
          ...order.nodes
            .flatMap(({ actions }) => actions)
            .map(({ actionId }) => ({ actionId, actionStatus: 'FINISHED' as const })),
        ],
      });
    },
    /** Reaches the next node; stops there if the following node is not released. */
    reach() {
      const [node, ...rest] = state?.nodeStates ?? [];
      if (!node?.released) throw new Error('it is not released for more');
      return say({
        lastNodeId: node.nodeId,
        lastNodeSequenceId: node.sequenceId,
        nodeStates: rest,
        driving: rest[0]?.released === true,
      });
    },
    cancelled: () => say({ nodeStates: [], edgeStates: [], actionStates: [], driving: false }),
    restarted: () => say({ ...IDLE }),
    say,
  };
  return {
    robot,
    step,
    effects,
    orders,
    run: () => run,
    /** Applies a user's change, as the server stores it. */
    wish(change: { run: RouteRun; visits: Visit[] } | null) {
      if (!change) throw new Error('there was nothing to change');
      run = change.run;
      for (const visit of change.visits) visits.set(`${visit.round}.${visit.stop}`, visit);
      return step();
    },
    /** Simulates a server restart: the state that is not stored is lost. */
    forget: () => void (memo = NO_TRANSIENT_STATE),
    later: (ms: number) => {
      now += ms;
      return step();
    },
    now: () => now,
    know: (known: Partial<StepInputs>) => void (facts = known),
    lost: () => void (state = null),
    /** Stops of the current round, in the form 'A arrived'. */
    stops: () => run.stops.map(({ areaId, state: is }) => `${areaId} ${is}`),
    visited: () => [...visits.values()].map(({ round, areaId, state: is }) => `${round} ${areaId} ${is}`),
    /** The nodes of the newest order with their sequence ids; unreleased ones in parentheses. */
    told: () =>
      (orders.at(-1)?.nodes ?? [])
        .map(({ nodeId, sequenceId, released }) => (released ? `${nodeId}${sequenceId}` : `(${nodeId}${sequenceId})`))
        .join(' '),
  };
}
