/** A third-party vehicle: the virtual AGV of the VDA 5050 library, as robot A-1 of a test world. */
import { eq } from 'drizzle-orm';
import { AgvController, VirtualAgvAdapter, type AgvControllerOptions } from 'vda-5050-lib';
import { robots } from '../../server/db/schema.ts';
import { ROBOT, type fleetWorld } from './fleetWorld.ts';

type World = Pick<Awaited<ReturnType<typeof fleetWorld>>, 'db' | 'fleet' | 'brokerUrl'>;

export async function startVirtualAgv({
  db,
  fleet,
  brokerUrl,
}: World): Promise<{ agv: AgvController; stop(): Promise<void> }> {
  // It requires the older key in instant actions; with 'both' it uses the one it supports.
  await db.update(robots).set({ dialect: 'both' }).where(eq(robots.serialNumber, 'A-1'));
  await fleet.refresh();
  const options: AgvControllerOptions = { agvAdapterType: VirtualAgvAdapter, publishStateInterval: 1_000 };
  const agv = new AgvController(
    { manufacturer: ROBOT.manufacturer, serialNumber: ROBOT.serialNumber },
    {
      interfaceName: ROBOT.interfaceName,
      transport: { brokerUrl, heartbeat: 10, username: 'A-1', password: 'robot-password' },
      vdaVersion: '2.0.0',
    },
    options,
    { initialPosition: { mapId: 'ground', x: 2, y: 2, theta: 0, lastNodeId: '' }, vehicleSpeed: 3 },
  );
  await agv.start();
  return {
    agv,
    async stop() {
      // It would respond to late messages without a connection, and that rejection would be unhandled.
      agv.publish = () => Promise.resolve(undefined as never);
      await agv.stop().catch(() => undefined);
    },
  };
}
