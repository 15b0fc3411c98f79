/**
 * Tells robots what they carry: the complete list of a robot's deliveries at every change, when it connects, and every
 * few seconds while it has any, because a message can get lost. The robot does nothing twice.
 */
import {
  MORE_TIME_MS,
  LOADING_WAIT_MS,
  OPEN_CABINET_TTL_MS,
  PICKUP_WAIT_MS,
} from '../../contract/rules/deliveryLimits.ts';
import { isDeliveryOver } from '../../contract/rules/delivery.ts';
import type { DeliveryOrder } from '../../contract/wire/deliveries.ts';
import type { AppDeps } from '../appDeps.ts';
import { ordersOf, robotsWithOrders, type DeliveryRow } from '../db/repositories/deliveries.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { DeliverySecrets } from './deliverySecrets.ts';

/** A list is repeated after this time, ms. */
const REPEAT_MS = 10_000;

export interface DeliveryOrders {
  /** Sends the list of a robot soon. Never rejects. */
  send(serialNumber: string): void;
  handleReconnect(robot: RobotRow): void;
  /** Asks the robot to open the compartment; lost if it is not connected now. */
  open(row: DeliveryRow, openId: string): void;
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** What the robot is to do with a delivery that is on its list. */
export function wishOf({ status, act }: Pick<DeliveryRow, 'status' | 'act'>): DeliveryOrder['wish'] {
  if (isDeliveryOver(status)) return 'return';
  if (act?.state !== 'sent') return 'carry';
  return act.type === 'cancel' ? 'cancel' : act.type === 'sendBack' || act.type === 'notMine' ? 'sendBack' : 'carry';
}

/** The recipient leaves the parcel in the open compartment, because it is not theirs. */
export const isLeftInside = ({ status, act }: Pick<DeliveryRow, 'status' | 'act'>): boolean =>
  status === 'cabinetOpen' && act?.type === 'notMine' && act.state === 'sent';

interface Needs extends Pick<AppDeps, 'db' | 'log' | 'now'> {
  fleet: () => Fleet;
  secrets: DeliverySecrets;
}

export function createDeliveryOrders({ db, log, now, fleet, secrets }: Needs): DeliveryOrders {
  const sentAt = new Map<string, number>();
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  let isClosed = false;

  const placeOf = (serialNumber: string, areaId: string): DeliveryOrder['from'] | null => {
    const point = fleet().fleetCache.point(areaId);
    const mapId = point && fleet().fleetCache.robotMapNameOf(serialNumber, point.mapId);
    return point && mapId ? { pointId: areaId, mapId, x: point.x, y: point.y, theta: point.theta } : null;
  };
  const orderOf = (row: DeliveryRow): DeliveryOrder[] => {
    const { serialNumber } = row;
    const [from, to] = [placeOf(serialNumber, row.loadingPoint), placeOf(serialNumber, row.destination)];
    if (!from || !to || row.compartment === null) return [];
    return [
      {
        deliveryId: row.id,
        status: row.status,
        wish: wishOf(row),
        ...(isLeftInside(row) && { isLeftInside: true }),
        compartment: row.compartment,
        from,
        to,
        loadingHash: secrets.hashOf(row, 'loading', serialNumber),
        pickupHash: secrets.hashOf(row, 'pickup', serialNumber),
        loadingWaitMs: LOADING_WAIT_MS,
        pickupWaitMs: PICKUP_WAIT_MS + (row.hasMoreTime ? MORE_TIME_MS : 0),
        isDemo: row.origin === 'demo',
      },
    ];
  };

  const tell = async (serialNumber: string): Promise<void> => {
    const robot = fleet().fleetCache.robot(serialNumber);
    if (!robot || !fleet().fleetCache.abilitiesOf(serialNumber).compartments) return;
    // It has to confirm a Stop before it drives by itself.
    if (fleet().live(serialNumber, 'enUS').drivingBlocked === true) return;
    sentAt.set(serialNumber, now());
    const rows = await ordersOf(db, serialNumber);
    await fleet().toRobot.privately(robot, {
      type: 'deliveries',
      sentAt: now(),
      key: secrets.robotKey(serialNumber),
      orders: rows.flatMap(orderOf),
    });
  };
  const send = (serialNumber: string): void => {
    if (serialNumber === '' || isClosed) return;
    if (running.has(serialNumber)) return void again.add(serialNumber);
    const work = tell(serialNumber)
      .catch((error: unknown) => log.warn({ err: error, serialNumber }, 'a robot could not be told its deliveries yet'))
      .finally(() => {
        running.delete(serialNumber);
        if (again.delete(serialNumber)) send(serialNumber);
      });
    running.set(serialNumber, work);
  };

  const repeat = async (): Promise<void> => {
    for (const serialNumber of await robotsWithOrders(db))
      if (now() - (sentAt.get(serialNumber) ?? 0) >= REPEAT_MS) send(serialNumber);
  };
  let repeating: Promise<void> | undefined;
  const timer = setInterval(() => {
    repeating ??= repeat()
      .catch((error: unknown) => log.warn({ err: error }, 'the deliveries of the robots could not be read'))
      .finally(() => (repeating = undefined));
  }, REPEAT_MS);

  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.values());
  };
  return {
    send,
    handleReconnect: ({ serialNumber }) => send(serialNumber),
    open({ serialNumber, id: deliveryId }, openId) {
      const robot = fleet().fleetCache.robot(serialNumber);
      if (!robot) return;
      void fleet()
        .toRobot.privately(robot, { type: 'openCompartment', deliveryId, openId, until: now() + OPEN_CABINET_TTL_MS })
        .catch((error: unknown) =>
          log.warn({ err: error, serialNumber }, 'a robot could not be asked to open a compartment'),
        );
    },
    idle,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await repeating;
      await idle();
    },
  };
}
