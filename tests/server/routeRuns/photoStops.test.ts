/** A stop at which the robot takes a photo: from the saved route over the run of a simulated robot to the library. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { CruisePath } from '../../../contract/entities/cruisePath.ts';
import type { MediaItem } from '../../../contract/entities/mediaItem.ts';
import { drivingFleet, type DrivingFleet } from '../../fakes/drivingFleet.ts';

const ROBOT = 'W1-2308-0417';
const ROOM = 'harbour-2f.room-202';

let world: DrivingFleet;
beforeAll(async () => {
  world = await drivingFleet([{ serialNumber: ROBOT, at: 'harbour-2f.room-201' }]);
});
afterAll(() => world.close());

describe('a stop with a photo', { timeout: 120_000 }, () => {
  it('is saved with the route, and absent in one that was saved before', async () => {
    const saved = await world.ask<CruisePath>(catalogue.cruiseRoutes.save.path, {
      serialNumber: ROBOT,
      mapId: 'harbour-2f',
      pathName: 'Pictures',
      mapAreaVOList: [{ areaId: ROOM, stayTime: 0, takePhoto: true }, { areaId: 'harbour-2f.room-201' }],
    });
    const read = await world.ask<CruisePath>(catalogue.cruiseRoutes.get.path, {
      serialNumber: ROBOT,
      pathId: saved.pathId,
    });
    expect(read.mapAreaVOList.map(({ takePhoto }) => takePhoto)).toEqual([true, false]);
    const older = await world.route('harbour-2f', 'older', [ROOM, 'harbour-2f.room-201']);
    const old = await world.ask<CruisePath>(catalogue.cruiseRoutes.get.path, { serialNumber: ROBOT, pathId: older });
    expect(old.mapAreaVOList.map(({ takePhoto }) => takePhoto)).toEqual([false, false]);
  });

  it('puts one photo into the library, taken at that stop and linked to the run', async () => {
    const pathId = await world.route('harbour-2f', 'photo', [{ areaId: ROOM, takePhoto: true }, 'harbour-2f.room-201']);
    const { id } = await world.start(ROBOT, pathId);
    expect(await world.record(id)).toMatchObject({ state: 'finished', visits: ['0.0 arrived', '0.1 arrived'] });
    const rows = async (): Promise<MediaItem[]> =>
      (await world.ask<{ rows: MediaItem[] }>(catalogue.photos.list.path, { serialNumbers: [ROBOT], source: 'task' }))
        .rows;
    await world.soon(async () => (await rows()).length).toBe(1);
    expect(await rows()).toMatchObject([
      { kind: 'photo', source: 'task', serialNumber: ROBOT, by: '', runId: id, pose: { mapId: 'harbour-2f' } },
    ]);
  });
});
