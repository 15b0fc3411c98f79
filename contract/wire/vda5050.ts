/**
 * The VDA 5050 messages (2.0 and 2.1) that Roundhouse reads and writes. Reading tolerates missing optional fields and
 * unknown keys; writing fills in all required fields.
 */
import * as v from 'valibot';
import { E_STOPS, OPERATING_MODES } from './vdaModes.ts';

const text = v.string();
const number = v.number();
const count = v.pipe(v.number(), v.integer());

const header = {
  headerId: count,
  /** ISO 8601, UTC. The timestamp of a last will is old: order messages by arrival, never by timestamp. */
  timestamp: text,
  version: text,
  manufacturer: text,
  serialNumber: text,
};

const actionParameter = v.object({
  key: text,
  value: v.union([text, number, v.boolean(), v.array(v.unknown()), v.record(text, v.unknown())]),
});
export const BLOCKING = ['NONE', 'SOFT', 'HARD'] as const;
export const vdaAction = v.object({
  actionType: text,
  actionId: text,
  blockingType: v.picklist(BLOCKING),
  actionDescription: v.optional(text),
  actionParameters: v.optional(v.array(actionParameter)),
});
export type VdaAction = v.InferOutput<typeof vdaAction>;

const nodePosition = v.object({
  x: number,
  y: number,
  mapId: text,
  theta: v.optional(number),
  allowedDeviationXY: v.optional(number),
  allowedDeviationTheta: v.optional(number),
  mapDescription: v.optional(text),
});
/** A NURBS; our robots report a polyline, a NURBS of degree 1. */
const trajectory = v.object({
  degree: count,
  knotVector: v.array(number),
  controlPoints: v.array(v.object({ x: number, y: number, weight: v.optional(number) })),
});
export type Trajectory = v.InferOutput<typeof trajectory>;

const orderNode = v.object({
  nodeId: text,
  sequenceId: count,
  released: v.boolean(),
  actions: v.array(vdaAction),
  nodePosition: v.optional(nodePosition),
  nodeDescription: v.optional(text),
});
const orderEdge = v.object({
  edgeId: text,
  sequenceId: count,
  released: v.boolean(),
  startNodeId: text,
  endNodeId: text,
  actions: v.array(vdaAction),
  maxSpeed: v.optional(number),
  trajectory: v.optional(trajectory),
});
export const orderMessage = v.object({
  ...header,
  orderId: text,
  orderUpdateId: count,
  nodes: v.array(orderNode),
  edges: v.array(orderEdge),
  zoneSetId: v.optional(text),
});
export type OrderMessage = v.InferOutput<typeof orderMessage>;

/** 2.x uses `actions`; vehicles built to 1.1 expect `instantActions`. At least one of them is present. */
export const instantActionsMessage = v.object({
  ...header,
  actions: v.optional(v.array(vdaAction)),
  instantActions: v.optional(v.array(vdaAction)),
});
export type InstantActionsMessage = v.InferOutput<typeof instantActionsMessage>;

export const CONNECTION_STATES = ['ONLINE', 'OFFLINE', 'CONNECTIONBROKEN'] as const;
export const connectionMessage = v.object({ ...header, connectionState: v.picklist(CONNECTION_STATES) });
export type ConnectionMessage = v.InferOutput<typeof connectionMessage>;

const agvPosition = v.object({
  x: number,
  y: number,
  theta: number,
  mapId: text,
  positionInitialized: v.optional(v.boolean(), true),
  localizationScore: v.optional(number),
  deviationRange: v.optional(number),
  mapDescription: v.optional(text),
});
const velocity = v.object({ vx: v.optional(number), vy: v.optional(number), omega: v.optional(number) });

export const visualizationMessage = v.object({
  ...v.partial(v.object(header)).entries,
  agvPosition: v.optional(agvPosition),
  velocity: v.optional(velocity),
});
export type VisualizationMessage = v.InferOutput<typeof visualizationMessage>;

export const ACTION_STATUSES = ['WAITING', 'INITIALIZING', 'RUNNING', 'PAUSED', 'FINISHED', 'FAILED'] as const;
const actionState = v.object({
  actionId: text,
  actionType: v.optional(text),
  actionStatus: v.picklist(ACTION_STATUSES),
  actionDescription: v.optional(text),
  resultDescription: v.optional(text),
});
export type ActionState = v.InferOutput<typeof actionState>;

const reference = v.object({ referenceKey: text, referenceValue: text });
const robotError = v.object({
  errorType: text,
  errorLevel: v.picklist(['WARNING', 'FATAL']),
  errorDescription: v.optional(text),
  errorHint: v.optional(text),
  errorReferences: v.optional(v.array(reference)),
});
export type RobotError = v.InferOutput<typeof robotError>;
const information = v.object({
  infoType: text,
  infoLevel: v.picklist(['INFO', 'DEBUG']),
  infoDescription: v.optional(text),
  infoReferences: v.optional(v.array(reference)),
});
export type Information = v.InferOutput<typeof information>;

export const stateMessage = v.object({
  ...header,
  orderId: text,
  orderUpdateId: count,
  lastNodeId: text,
  lastNodeSequenceId: count,
  driving: v.boolean(),
  paused: v.optional(v.boolean()),
  newBaseRequest: v.optional(v.boolean()),
  distanceSinceLastNode: v.optional(number),
  operatingMode: v.picklist(OPERATING_MODES),
  nodeStates: v.array(
    v.object({
      nodeId: text,
      sequenceId: count,
      released: v.boolean(),
      nodePosition: v.optional(nodePosition),
      nodeDescription: v.optional(text),
    }),
  ),
  edgeStates: v.array(
    v.object({ edgeId: text, sequenceId: count, released: v.boolean(), trajectory: v.optional(trajectory) }),
  ),
  agvPosition: v.optional(agvPosition),
  velocity: v.optional(velocity),
  loads: v.optional(v.array(v.looseObject({}))),
  actionStates: v.array(actionState),
  batteryState: v.object({
    batteryCharge: number,
    charging: v.boolean(),
    batteryVoltage: v.optional(number),
    batteryHealth: v.optional(number),
    reach: v.optional(number),
  }),
  errors: v.array(robotError),
  information: v.optional(v.array(information)),
  safetyState: v.object({ eStop: v.picklist(E_STOPS), fieldViolation: v.boolean() }),
});
export type StateMessage = v.InferOutput<typeof stateMessage>;

const ACTION_SCOPES = ['INSTANT', 'NODE', 'EDGE'] as const;
const agvAction = v.object({
  actionType: text,
  actionDescription: v.optional(text),
  actionScopes: v.array(v.picklist(ACTION_SCOPES)),
  actionParameters: v.optional(
    v.array(
      v.object({ key: text, valueDataType: text, description: v.optional(text), isOptional: v.optional(v.boolean()) }),
    ),
  ),
  resultDescription: v.optional(text),
  blockingTypes: v.optional(v.array(v.picklist(BLOCKING))),
});
/** The parts used here; other fields of a factsheet are kept as received. */
export const factsheetMessage = v.looseObject({
  ...header,
  typeSpecification: v.looseObject({
    seriesName: text,
    agvClass: v.optional(text),
    localizationTypes: v.optional(v.array(text)),
    navigationTypes: v.optional(v.array(text)),
  }),
  physicalParameters: v.looseObject({
    speedMin: v.optional(number),
    speedMax: v.optional(number),
    accelerationMax: v.optional(number),
    decelerationMax: v.optional(number),
    width: v.optional(number),
    length: v.optional(number),
    heightMax: v.optional(number),
  }),
  protocolFeatures: v.optional(v.looseObject({ agvActions: v.optional(v.array(agvAction)) })),
  vehicleConfig: v.optional(v.looseObject({ versions: v.optional(v.array(v.object({ key: text, value: text }))) })),
});
export type FactsheetMessage = v.InferOutput<typeof factsheetMessage>;

/** Core actions of the standard, assumed for vehicles without a factsheet. */
export const CORE_ACTIONS = [
  'startPause',
  'stopPause',
  'cancelOrder',
  'stateRequest',
  'initPosition',
  'startCharging',
  'stopCharging',
] as const;
