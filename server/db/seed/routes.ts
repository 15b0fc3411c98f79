/** Writes the demo's cruise routes. Edited routes and default routes chosen by users are kept. */
import { and, eq, inArray } from 'drizzle-orm';
import { DEFAULT_ROUTES, ROUTES } from '../../../demo/routes.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import type { Db } from '../database.ts';
import { cruiseDefaults, cruisePaths, points } from '../schema.ts';

/** @param madeBy account id of the owner */
export async function writeRoutes(db: Db, fleet: readonly DemoRobot[], madeBy: string): Promise<void> {
  const there = new Set(
    (
      await db
        .select({ areaId: points.areaId })
        .from(points)
        .where(
          inArray(
            points.areaId,
            ROUTES.flatMap(({ stops }) => stops.map(({ areaId }) => areaId)),
          ),
        )
    ).map(({ areaId }) => areaId),
  );
  // On an edited map a point may have been deleted.
  const whole = ROUTES.filter(({ stops }) => stops.every(({ areaId }) => there.has(areaId)));
  const createdAt = Date.now();
  for (const [i, { id, mapId, stops, ...words }] of whole.entries()) {
    const route = { stops: [...stops], ...words };
    // One millisecond apart, because routes are listed in order of creation.
    await db
      .insert(cruisePaths)
      .values({ id, mapId, ...route, createdBy: madeBy, createdAt: new Date(createdAt + i) })
      .onConflictDoNothing();
    await db
      .update(cruisePaths)
      .set(route)
      .where(and(eq(cruisePaths.id, id), eq(cruisePaths.revision, 0)));
  }
  const kept = new Set(
    (
      await db
        .select({ id: cruisePaths.id })
        .from(cruisePaths)
        .where(
          inArray(
            cruisePaths.id,
            whole.map(({ id }) => id),
          ),
        )
    ).map(({ id }) => id),
  );
  const known = new Set(fleet.map(({ serialNumber }) => serialNumber));
  const chosen = DEFAULT_ROUTES.filter(({ serialNumber, pathId }) => known.has(serialNumber) && kept.has(pathId));
  if (chosen.length > 0)
    await db
      .insert(cruiseDefaults)
      .values([...chosen])
      .onConflictDoNothing();
}
