/**
 * Derives a robot's live state from its messages. Pure: takes a message and the previous live state, returns the next.
 * It holds no names: task targets are point ids, replaced by names per reader (presenters.ts).
 */
import * as v from 'valibot';
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { RobotLive, RobotProblem, RobotStop, RobotTask } from '../../contract/entities/robot.ts';
import type { Pose } from '../../contract/entities/values.ts';
import { reportedSpeed, reportedStateOf } from '../../contract/rules/reportedState.ts';
import { lightsOnIn } from '../../contract/rules/deviceReport.ts';
import { watchingIn } from '../../contract/rules/watching.ts';
import { statusOf } from '../../contract/rules/robotStatus.ts';
import { TASK_INFORMATION, TASK_KINDS, type TaskKind } from '../../contract/wire/actions.ts';
import type { Information, StateMessage, VisualizationMessage } from '../../contract/wire/vda5050.ts';

/** Prefix of orders that a robot gives itself for its daily work: they never block users' orders. */
export const SELF_ORDER = 'self-';

export type MapIdOf = (robotMapName: string) => string | null;

export const unheard = (serialNumber: string): RobotLive => ({
  serialNumber,
  at: null,
  connection: 'offline',
  status: 'offline',
  pose: null,
  speed: 0,
  battery: null,
  charging: false,
  driving: false,
  paused: false,
  held: false,
  stops: [],
  eStop: 'NONE',
  mode: 'AUTOMATIC',
  located: false,
  localization: null,
  busy: false,
  task: null,
  drive: null,
  problems: [],
  path: [],
  leaseHolder: null,
});

const withStatus = (live: RobotLive): RobotLive => ({ ...live, status: statusOf(live) });

/** Whether the robot is carrying out a user's order. */
export const hasOrder = (state: StateMessage): boolean =>
  state.orderId !== '' &&
  !state.orderId.startsWith(SELF_ORDER) &&
  (state.nodeStates.length > 0 ||
    state.actionStates.some(({ actionStatus }) => actionStatus === 'WAITING' || actionStatus === 'INITIALIZING'));

export function afterState(
  { eStopSince, lights: _, watching: _watching, ...before }: RobotLive,
  state: StateMessage,
  at: number,
  mapIdOf: MapIdOf,
): RobotLive {
  const problems = state.errors.slice(0, MOST.problems).map((error): RobotProblem => ({
    type: short(error.errorType),
    level: error.errorLevel,
    description: short(error.errorDescription ?? ''),
    hint: short(error.errorHint ?? ''),
    since: before.problems.find(({ type }) => type === short(error.errorType))?.since ?? at,
  }));
  const pose = poseOf(state.agvPosition, mapIdOf) ?? before.pose;
  const reported = reportedStateOf(state);
  const lights = lightsOnIn(state);
  const watching = watchingIn(state);
  return withStatus({
    ...before,
    at,
    // A robot that sends messages is connected, even when its `connection` message was missed.
    connection: 'online',
    ...reported,
    ...(reported.eStop !== 'NONE' && { eStopSince: before.eStop === 'NONE' ? at : (eStopSince ?? at) }),
    ...(lights.length > 0 && { lights }),
    ...(watching && { watching }),
    pose,
    speed: round(reported.speed),
    busy: hasOrder(state) || problems.some(({ type }) => type === 'busy'),
    task: taskIn(state.information ?? []),
    problems,
    path: pathOf(state, pose, mapIdOf),
  });
}

export function afterVisualization(
  before: RobotLive,
  message: VisualizationMessage,
  at: number,
  mapIdOf: MapIdOf,
): RobotLive {
  const speed = reportedSpeed(message);
  return {
    ...before,
    at,
    pose: poseOf(message.agvPosition, mapIdOf) ?? before.pose,
    speed: speed === null ? before.speed : round(speed),
  };
}

export function afterConnection(
  { watching, ...before }: RobotLive,
  state: 'ONLINE' | 'OFFLINE' | 'CONNECTIONBROKEN',
  at: number,
): RobotLive {
  const connection = state === 'ONLINE' ? 'online' : state === 'OFFLINE' ? 'offline' : 'broken';
  // A disconnected robot keeps its last live state and timestamp; its path and its viewers are no longer known.
  return withStatus(
    connection === 'online'
      ? { ...before, ...(watching && { watching }), connection, at }
      : { ...before, connection, speed: 0, driving: false, path: [] },
  );
}

export const withStops = (before: RobotLive, stops: RobotStop[]): RobotLive => ({
  ...before,
  held: stops.length > 0,
  stops,
});
export const withLeaseHolder = (before: RobotLive, leaseHolder: string | null): RobotLive => ({
  ...before,
  leaseHolder,
});

function poseOf(position: StateMessage['agvPosition'], mapIdOf: MapIdOf): Pose | null {
  // A position beyond any map is ignored, so that one faulty robot cannot make the whole list invalid.
  if (!position || Math.abs(position.x) > FURTHEST_M || Math.abs(position.y) > FURTHEST_M) return null;
  return {
    mapId: mapIdOf(position.mapId) ?? short(position.mapId),
    x: round(position.x),
    y: round(position.y),
    theta: round(position.theta),
  };
}

/**
 * Limits of a live state, because it is sent to every subscriber every second: longer lists and texts are truncated.
 */
const MOST = { problems: 30, path: 500, stops: 50, text: 300 };
const short = (text: string): string => (text.length > MOST.text ? `${text.slice(0, MOST.text)}…` : text);

/** The limit of `metres` in the contract. */
const FURTHEST_M = 100_000;

/** Millimetres are precise enough, and shorter to send. */
const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** The remaining path on the current map: our robots report it as a trajectory, others by their remaining nodes. */
function pathOf(state: StateMessage, pose: Pose | null, mapIdOf: MapIdOf): Place[] {
  if (!pose) return [];
  const drawn = state.edgeStates.flatMap(({ trajectory }) => trajectory?.controlPoints ?? []);
  if (drawn.length > 0) return drawn.slice(0, MOST.path).map(({ x, y }): Place => [round(x), round(y)]);
  const ahead = state.nodeStates.flatMap(({ nodePosition }): Place[] =>
    nodePosition && mapIdOf(nodePosition.mapId) === pose.mapId ? [[round(nodePosition.x), round(nodePosition.y)]] : [],
  );
  return ahead.length > 0 ? [[pose.x, pose.y], ...ahead.slice(0, MOST.path)] : [];
}

const stopsText = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      pointId: v.nullable(v.string()),
      reachedAt: v.optional(v.nullable(v.number()), null),
      expectedAt: v.optional(v.nullable(v.number()), null),
    }),
  ),
);

function taskIn(information: readonly Information[]): RobotTask | null {
  const found = information.find(({ infoType }) => infoType === TASK_INFORMATION);
  if (!found) return null;
  const value = (key: string): string | undefined =>
    found.infoReferences?.find(({ referenceKey }) => referenceKey === key)?.referenceValue;
  const numberAt = (key: string): number | null => {
    const text = value(key);
    const number = text === undefined || text === '' ? Number.NaN : Number(text);
    return Number.isFinite(number) ? number : null;
  };
  const kind = value('kind') ?? '';
  const whole = (number: number | null): number | null => (number === null || number < 0 ? null : Math.round(number));
  const stops = v.safeParse(stopsText, value('stops') ?? '[]');
  const lift = short(value('lift') ?? '');
  const phase = value('liftPhase');
  return {
    kind: (TASK_KINDS as readonly string[]).includes(kind) ? (kind as TaskKind) : 'other',
    target: '',
    targetId: short(value('target') ?? '') || null,
    progress: numberAt('progress'),
    stops: stops.success
      ? stops.output.slice(0, MOST.stops).map(({ pointId, reachedAt, expectedAt }) => ({
          pointId: pointId === null ? null : short(pointId),
          name: '',
          reachedAt: whole(reachedAt),
          expectedAt: whole(expectedAt),
        }))
      : [],
    until: whole(numberAt('until')),
    toGo: numberAt('toGo'),
    ...(kind === 'lift' &&
      (phase === 'waiting' || phase === 'riding') && {
        lift: { id: lift, isRiding: phase === 'riding', since: whole(numberAt('liftSince')) },
      }),
  };
}
