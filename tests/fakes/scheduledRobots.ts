/**
 * Scripted robots with a scheduled task each: the next run of a task is moved to a chosen moment, and must start once
 * whatever happens to the servers.
 */
import { eq } from 'drizzle-orm';
import type { IClientOptions, MqttClient } from 'mqtt';
import { expect, vi } from 'vitest';
import type { catalogue } from '../../contract/endpoints/catalogue.ts';
import { zonedTimeOfDay } from '../../contract/rules/zonedTime.ts';
import type { OrderMessage, StateMessage } from '../../contract/wire/vda5050.ts';
import { HARBOUR, pointOf, SITES } from '../../demo/sites.ts';
import type { Db } from '../../server/db/database.ts';
import { cruiseRecords, taskRuns } from '../../server/db/schema.ts';
import type { Api } from './apiClient.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from './scriptedRobot.ts';

const MAP = 'harbour-1f';
const ROUTE = 'harbour-1f.route-kitchen';
const TIME_ZONE = SITES.find(({ id }) => id === HARBOUR)?.timeZone ?? 'UTC';
/** The tasks are planned so far from now that none of their runs comes due by itself, at whatever hour this runs. */
const HALF_DAY_MS = 12 * 3_600_000;

export const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 50 });

export interface ScheduledRobot {
  serialNumber: string;
  account: { username: string; password: string };
  line: ScriptedRobot | undefined;
  /** The ids of the orders that any server sent it. */
  orders: Set<string>;
}

const { x, y } = pointOf('harbour-1f.kitchen-pass');
const idle: Partial<StateMessage> = { agvPosition: { x, y, theta: 0, mapId: MAP, positionInitialized: true } };

/** @param connect opens a connection to the broker, without waiting for it */
export function scheduledRobots({
  api,
  db,
  connect,
}: {
  api: Api<typeof catalogue>;
  db: Db;
  connect: (options: IClientOptions) => MqttClient;
}) {
  const clients: MqttClient[] = [];
  const recordsOf = (taskId: string) => db.select().from(cruiseRecords).where(eq(cruiseRecords.taskId, taskId));
  const runsOf = (taskId: string) =>
    db.select().from(taskRuns).where(eq(taskRuns.taskId, taskId)).orderBy(taskRuns.plannedAt);
  return {
    recordsOf,
    runsOf,
    async register(serialNumber: string): Promise<ScheduledRobot> {
      const { mqttUsername: username, mqttPassword: password } = await api.robots.register({
        serialNumber,
        manufacturer: 'Acme',
        robotModel: 'W1',
        registerSiteId: HARBOUR,
        maps: [{ registerMapId: MAP, robotMapName: MAP }],
        bindToCaller: true,
      });
      return { serialNumber, account: { username, password }, line: undefined, orders: new Set() };
    },
    async comeOnline(robot: ScheduledRobot): Promise<void> {
      const { serialNumber, account, orders } = robot;
      const client = connect({ ...account, clientId: serialNumber, reconnectPeriod: 0 });
      client.on('error', () => undefined);
      client.on('message', (topic, payload) => {
        if (topic.endsWith('/order')) orders.add((JSON.parse(payload.toString()) as OrderMessage).orderId);
      });
      clients.push(client);
      robot.line = await scriptedRobot(client, { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber });
      await robot.line.say('factsheet', FACTSHEET, { retain: true });
      await robot.line.state(idle);
    },
    /** States are repeated: a robot that says nothing for some seconds counts as silent, and its run waits. */
    report: (robots: readonly ScheduledRobot[]) =>
      Promise.all(
        robots.map(async ({ line, orders }) => {
          if (orders.size === 0) await line?.state(idle);
        }),
      ),
    async addTask({ serialNumber }: ScheduledRobot, patience: number): Promise<string> {
      const { id } = await soon(() =>
        api.schedules.save({
          serialNumber,
          executeTime: zonedTimeOfDay(TIME_ZONE, Date.now() + HALF_DAY_MS),
          pathId: ROUTE,
          cruiseCount: 1,
          checkboxRespeatDays: '1,2,3,4,5,6,7',
          speech: '',
          state: '1',
          pointSettings: null,
          cruiseSetting: JSON.stringify({ patience }),
          disinfection: null,
        }),
      );
      return id;
    },
    /** Moves the planned run of a task. */
    startAt: (taskId: string, at: number): Promise<unknown> =>
      db
        .update(taskRuns)
        .set({ startsAt: new Date(at), dueAt: new Date(at), movedTo: new Date(at), changedBy: 'admin' })
        .where(eq(taskRuns.taskId, taskId)),
    /** One record, which the run leads to, and the orders of no other one; the next run is planned. */
    async expectStartedOnce({ serialNumber, orders }: ScheduledRobot, taskId: string): Promise<void> {
      const records = await recordsOf(taskId);
      expect(records).toHaveLength(1);
      const [first, ...later] = await runsOf(taskId);
      expect(first).toMatchObject({ state: 'started', recordId: records[0]?.id, dueAt: null, serialNumber });
      expect(later).toMatchObject([{ state: 'planned' }]);
      expect(records[0]).toMatchObject({ serialNumber, plannedAt: first?.plannedAt });
      expect([...orders]).toEqual([`${records[0]?.id}.0`]);
    },
    close: (): void => {
      for (const client of clients) client.end(true);
    },
  };
}
