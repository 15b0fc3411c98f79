/** A robot controlled by the test: publishes what the test says and records what it receives. */
import type { MqttClient } from 'mqtt';
import type { RobotAddress } from '../../contract/wire/topics.ts';
import { baseOf } from '../../contract/wire/topics.ts';
import type { StateMessage } from '../../contract/wire/vda5050.ts';

export const FACTSHEET = {
  typeSpecification: { seriesName: 'W1', navigationTypes: ['AUTONOMOUS'] },
  physicalParameters: { speedMax: 1 },
  protocolFeatures: {
    agvActions: [
      'startPause',
      'stopPause',
      'cancelOrder',
      'initPosition',
      'startCharging',
      'controlLease',
      'teleop',
      'video',
      'privateCommands',
      'liftRide',
    ].map((actionType) => ({ actionType, actionScopes: ['INSTANT' as const] })),
  },
};

interface Action {
  actionType: string;
  actionId: string;
  actionParameters: { key: string; value: unknown }[];
}

export interface ScriptedRobot {
  received: { name: string; message: Record<string, unknown> }[];
  /** The received instant actions. */
  actions(): Action[];
  say(name: string, message: object, options?: { retain?: boolean }): Promise<void>;
  state(change?: Partial<StateMessage>): Promise<void>;
  /** Drops the connection like a power failure, so that the broker publishes the last will. */
  die(): Promise<void>;
  leave(): Promise<void>;
}

const idle = {
  orderId: '',
  orderUpdateId: 0,
  lastNodeId: '',
  lastNodeSequenceId: 0,
  driving: false,
  paused: false,
  operatingMode: 'AUTOMATIC',
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  agvPosition: { x: 2, y: 2, theta: 0, mapId: 'ground', positionInitialized: true },
  batteryState: { batteryCharge: 80, charging: false },
  errors: [],
  safetyState: { eStop: 'NONE', fieldViolation: false },
} satisfies Partial<StateMessage>;

const headerOf = ({ manufacturer, serialNumber }: RobotAddress, headerId: number) => ({
  headerId,
  timestamp: new Date().toISOString(),
  version: '2.0.0',
  manufacturer,
  serialNumber,
});

/** The last will, published by the broker when the connection is lost; pass it when connecting. */
export const lastWillOf = (address: RobotAddress) => ({
  topic: `${baseOf(address)}/connection`,
  payload: Buffer.from(JSON.stringify({ ...headerOf(address, 0), connectionState: 'CONNECTIONBROKEN' })),
  qos: 1 as const,
  retain: true,
});

/** Waits until `client` is connected, subscribes to the robot's topics, and publishes that it is online. */
export async function scriptedRobot(client: MqttClient, address: RobotAddress): Promise<ScriptedRobot> {
  const base = baseOf(address);
  const received: ScriptedRobot['received'] = [];
  await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject));
  client.on(
    'message',
    (topic, payload) =>
      void received.push({
        name: topic.slice(base.length + 1),
        message: JSON.parse(payload.toString()) as Record<string, unknown>,
      }),
  );
  await client.subscribeAsync([`${base}/order`, `${base}/instantActions`, `${base}/private/commands`]);
  const say: ScriptedRobot['say'] = async (name, message, { retain = false } = {}) =>
    void (await client.publishAsync(`${base}/${name}`, JSON.stringify({ ...headerOf(address, 1), ...message }), {
      qos: 1,
      retain,
    }));
  await say('connection', { connectionState: 'ONLINE' }, { retain: true });
  return {
    received,
    say,
    actions: () =>
      received.filter(({ name }) => name === 'instantActions').flatMap(({ message }) => message['actions'] as Action[]),
    state: (change = {}) => say('state', { ...idle, ...change }),
    die: async () => {
      client.stream.destroy();
      await new Promise((resolve) => setTimeout(resolve, 50));
    },
    leave: async () => {
      await say('connection', { connectionState: 'OFFLINE' }, { retain: true });
      await client.endAsync();
    },
  };
}
