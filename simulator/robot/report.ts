/** Builds the `state` and `visualization` messages (VDA 5050 2.1, 6.9 and 6.10), and the keys that detect changes. */
import { BRAKE } from '../../contract/rules/deviceReport.ts';
import { WATCHING_INFORMATION, type Watching } from '../../contract/rules/watching.ts';
import { TASK_INFORMATION } from '../../contract/wire/actions.ts';
import type {
  ActionState,
  Information,
  RobotError,
  StateMessage,
  Trajectory,
  VisualizationMessage,
} from '../../contract/wire/vda5050.ts';
import type { Place } from '../../contract/entities/floorPlan.ts';
import { reachOf, voltageOf } from './battery.ts';
import type { Battery } from './battery.ts';
import { isMoving } from './body.ts';
import type { Cabinets } from './cabinets.ts';
import type { Body } from './body.ts';
import type { OrderBook } from './orders.ts';
import type { Settings } from './actionRunner.ts';
import { remainderOf } from './track.ts';
import type { Task } from './work/task.ts';
import type { TripTarget } from './work/taskApi.ts';

/** Everything that is reported, collected from the robot. */
export interface StateSnapshot {
  now: number;
  body: Body;
  book: OrderBook;
  /** Current target of the robot's own work. */
  errand: TripTarget | null;
  battery: Battery;
  paused: boolean;
  byHand: boolean;
  located: boolean;
  eStop: boolean;
  fieldViolation: boolean;
  task: Task | null;
  /** The remaining path on this map; empty if there is none. */
  way: readonly Place[];
  /** Metres to the next stop; null if it goes nowhere. */
  toGo: number | null;
  settings: Settings;
  cabinets: Pick<Cabinets, 'count' | 'openOnes'>;
  watching: Watching;
  actionStates: ActionState[];
  errors: RobotError[];
}

type WithoutHeader<M> = Omit<M, 'headerId' | 'timestamp' | 'version' | 'manufacturer' | 'serialNumber'>;
export type StateBody = WithoutHeader<StateMessage>;
export type VisualizationBody = WithoutHeader<VisualizationMessage>;

const milli = (value: number): number => Math.round(value * 1000) / 1000 || 0;

function positionOf({ body, located }: StateSnapshot): NonNullable<StateMessage['agvPosition']> {
  const { x, y, theta } = body.motion;
  return {
    x: milli(x),
    y: milli(y),
    theta: milli(theta),
    mapId: body.mapId,
    positionInitialized: located,
    localizationScore: located ? 0.96 : 0.12,
  };
}

const velocityOf = ({ body: { motion } }: StateSnapshot) => ({ vx: milli(motion.v), vy: 0, omega: milli(motion.w) });

/** A polyline as a NURBS of degree 1 with evenly spaced knots. */
export function polyline(places: readonly Place[]): Trajectory {
  const last = Math.max(1, places.length - 1);
  return {
    degree: 1,
    knotVector: [0, ...places.map((_, i) => i / last), 1],
    controlPoints: places.map(([x, y]) => ({ x: milli(x), y: milli(y) })),
  };
}

/** Longer paths are thinned out to about this number of points. */
const MOST_CORNERS = 60;

export function wayOf({ track, s }: Body): Place[] {
  if (!track) return [];
  const places = remainderOf(track, s);
  if (places.length <= MOST_CORNERS) return places;
  const every = Math.ceil(places.length / MOST_CORNERS);
  return places.filter((_, i) => i % every === 0 || i === places.length - 1);
}

type Reference = { referenceKey: string; referenceValue: string };
const references = (pairs: Readonly<Record<string, string | number | boolean | null>>): Reference[] =>
  Object.entries(pairs).flatMap(([referenceKey, value]) =>
    value === null ? [] : [{ referenceKey, referenceValue: String(value) }],
  );

function informationOf({ task, toGo, settings, cabinets, watching, body, battery }: StateSnapshot): Information[] {
  const { lights, chassisLight, warningLight, head, tilt, volume, saying } = settings;
  return [
    ...(task
      ? [
          {
            infoType: TASK_INFORMATION,
            infoLevel: 'INFO' as const,
            infoReferences: references({
              kind: task.kind,
              target: task.target,
              progress: task.progress === null ? null : milli(task.progress),
              until: task.until,
              toGo: toGo === null ? null : Math.round(toGo * 10) / 10,
              stops: task.stops.length ? JSON.stringify(task.stops) : null,
              lift: task.lift?.id ?? null,
              liftPhase: task.lift?.phase ?? null,
              liftSince: task.lift?.since ?? null,
            }),
          },
        ]
      : []),
    {
      infoType: 'settings',
      infoLevel: 'DEBUG',
      infoReferences: references({
        lights,
        chassisLight,
        warningLight,
        head: milli(head),
        tilt: milli(tilt),
        volume,
        cabinets: cabinets.count > 0 ? cabinets.count : null,
        openCabinets: cabinets.count > 0 ? cabinets.openOnes.join() : null,
        // It does not roll away from its charger, nor while somebody reaches into it.
        [BRAKE]: body.motion.v === 0 && (battery.charging || cabinets.openOnes.length > 0),
      }),
    },
    {
      infoType: 'battery',
      infoLevel: 'DEBUG',
      // A full battery at rest is at room temperature; load and charging warm it up.
      infoReferences: references({
        cycles: Math.floor(battery.cycles),
        temperature: Math.round((24 + Math.abs(body.motion.v) * 6 + (battery.charging ? 5 : 0)) * 10) / 10,
      }),
    },
    ...(watching.viewers + watching.listening > 0
      ? [{ infoType: WATCHING_INFORMATION, infoLevel: 'INFO' as const, infoReferences: references({ ...watching }) }]
      : []),
    ...(saying ? [{ infoType: 'saying', infoLevel: 'INFO' as const, infoDescription: saying }] : []),
  ];
}

export function stateOf(told: StateSnapshot): StateBody {
  const { body, book, errand, battery, way } = told;
  const own = errand && !book.foreign;
  const trajectory = way.length > 1 ? { trajectory: polyline(way) } : {};
  const nodes: StateBody['nodeStates'] = own
    ? [
        {
          nodeId: errand.nodeId,
          sequenceId: 2,
          released: true,
          nodePosition: { x: milli(errand.x), y: milli(errand.y), mapId: errand.mapId },
        },
      ]
    : // A reached node counts as passed, even if it has pending actions.
      book.nodes
        .filter((node) => node !== book.reached)
        .map(({ nodeId, sequenceId, released, nodePosition }) => ({
          nodeId,
          sequenceId,
          released,
          ...(nodePosition && { nodePosition }),
        }));
  const edges: StateBody['edgeStates'] = own
    ? [{ edgeId: `${book.orderId}-1`, sequenceId: 1, released: true, ...trajectory }]
    : book.edges.map(({ edgeId, sequenceId, released }, i) => ({
        edgeId,
        sequenceId,
        released,
        ...(i === 0 && trajectory),
      }));
  return {
    orderId: book.orderId,
    orderUpdateId: book.updateId,
    lastNodeId: book.lastNodeId,
    lastNodeSequenceId: book.lastNodeSequenceId,
    driving: isMoving(body),
    paused: told.paused,
    newBaseRequest: book.nodes.length > 0 && !book.nodes[0]?.released,
    distanceSinceLastNode: milli(book.sinceNode),
    operatingMode: told.byHand ? 'MANUAL' : 'AUTOMATIC',
    nodeStates: nodes,
    edgeStates: edges,
    agvPosition: positionOf(told),
    velocity: velocityOf(told),
    loads: [],
    actionStates: told.actionStates,
    batteryState: {
      batteryCharge: Math.round(battery.charge * 10) / 10,
      charging: battery.charging,
      batteryVoltage: voltageOf(battery),
      batteryHealth: 94,
      reach: Math.max(0, reachOf(battery, body.limits.speed)),
    },
    errors: told.errors,
    information: informationOf(told),
    safetyState: { eStop: told.eStop ? 'MANUAL' : 'NONE', fieldViolation: told.fieldViolation },
  };
}

export const visualizationOf = (told: StateSnapshot): VisualizationBody => ({
  agvPosition: positionOf(told),
  velocity: velocityOf(told),
});

/** Progress of orders and actions; a change is published at once, because the sender waits for it. */
export const answerKey = ({ book, actionStates }: StateSnapshot): string =>
  [
    book.orderId,
    book.updateId,
    book.lastNodeId,
    book.lastNodeSequenceId,
    book.nodes.length,
    ...actionStates.map(({ actionId, actionStatus }) => actionId + actionStatus),
  ].join('|');

/** Equal keys mean that there is nothing new to report; continuously changing values (pose, battery) are left out. */
export function newsKey({
  body,
  errand,
  battery,
  paused,
  byHand,
  located,
  eStop,
  task,
  errors,
  settings,
  cabinets,
  watching,
}: StateSnapshot): string {
  return [
    errand?.nodeId ?? '',
    body.mapId,
    isMoving(body),
    paused,
    byHand,
    located,
    eStop,
    battery.charging,
    task
      ? [
          task.kind,
          task.target,
          task.stops.filter(({ reachedAt }) => reachedAt !== null).length,
          task.lift?.phase ?? '',
        ].join(' ')
      : '',
    errors.map(({ errorType, errorReferences }) => errorType + (errorReferences?.length ?? 0)).join(),
    settings.lights,
    settings.volume,
    cabinets.openOnes.join(),
    watching.viewers,
    watching.listening,
  ].join('|');
}
