/** A delivery robot controlled by the test: it takes deliveries, and reports what the test says. */
import mqtt, { type MqttClient } from 'mqtt';
import { vi, expect } from 'vitest';
import type { DeliveryList, OpenCompartment } from '../../contract/wire/deliveries.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from './scriptedRobot.ts';

/** With two compartments, the first for small parcels. */
const DELIVERY_FACTSHEET = {
  ...FACTSHEET,
  loadSpecification: { loadPositions: ['1', '2'], loadSets: [{ setName: 'small', loadPositions: ['1'] }] },
  protocolFeatures: {
    agvActions: [
      ...FACTSHEET.protocolFeatures.agvActions,
      { actionType: 'deliveries', actionScopes: [] as 'INSTANT'[] },
      { actionType: 'events', actionScopes: [] as 'INSTANT'[] },
    ],
  },
};

export interface DeliveryRobot extends ScriptedRobot {
  /** The last list of its deliveries. */
  list(): DeliveryList | undefined;
  /** Waits for a list with these deliveries. */
  listed(ids: readonly string[]): Promise<DeliveryList>;
  openings(): OpenCompartment[];
  tell(event: { type: string } & Record<string, unknown>): Promise<void>;
  /** Reports these statuses of a delivery, in order. */
  steps(deliveryId: string, ...statuses: string[]): Promise<void>;
}

let counted = 0;

/** At the broker of a server. */
export const deliveryRobot = (
  server: { url: string },
  serialNumber: string,
  password = 'secret',
): Promise<DeliveryRobot> =>
  deliveryRobotOver(
    mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
      username: serialNumber,
      password,
      clientId: `delivery-robot-${++counted}`,
      reconnectPeriod: 0,
    }),
    serialNumber,
  );

export async function deliveryRobotOver(client: MqttClient, serialNumber: string): Promise<DeliveryRobot> {
  const robot = await scriptedRobot(client, { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber });
  const privately = <Type extends string>(type: Type) =>
    robot.received.flatMap(({ name, message }) =>
      name === 'private/commands' && message['type'] === type ? [message] : [],
    );
  const list = () => privately('deliveries').at(-1) as unknown as DeliveryList | undefined;
  const tell: DeliveryRobot['tell'] = (event) =>
    robot.say('private/events', { id: `delivery-event-${++counted}`, at: Date.now(), event });
  await robot.say('factsheet', DELIVERY_FACTSHEET, { retain: true });
  await robot.state();
  await vi.waitFor(() => expect(list()).toBeDefined(), { timeout: 20_000, interval: 20 });
  return {
    ...robot,
    list,
    tell,
    openings: () => privately('openCompartment') as unknown as OpenCompartment[],
    async listed(ids) {
      // A robot that says nothing for a few seconds, as on a busy machine, would get no delivery.
      const beat = setInterval(() => void robot.state(), 1_000);
      try {
        return await vi.waitFor(
          () => {
            const found = list();
            expect(found?.orders.map(({ deliveryId }) => deliveryId).sort()).toEqual([...ids].sort());
            if (!found) throw new Error('no list');
            return found;
          },
          { timeout: 20_000, interval: 20 },
        );
      } finally {
        clearInterval(beat);
      }
    },
    async steps(deliveryId, ...statuses) {
      for (const status of statuses) await tell({ type: 'delivery', deliveryId, status });
    },
  };
}
