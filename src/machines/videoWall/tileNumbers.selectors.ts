/** The places of the robots on the video wall, for the robot panel beside it. Loaded with the frame, so it knows no machine. */
import { type Arrangement, shownTiles } from './arrangement.ts';

/** The snapshot of whatever page is shown. */
export interface PageShown {
  readonly machine?: { readonly id: string };
  readonly context?: { readonly wall?: Arrangement; readonly isSingle?: boolean };
}
const NONE: ReadonlyMap<string, number> = new Map();

/** By serial number; empty on every other page, and on the page of one robot. */
export function selectTileNumbers(page: PageShown | undefined): ReadonlyMap<string, number> {
  const { wall, isSingle } = page?.context ?? {};
  return page?.machine?.id === 'videoWall' && wall && !isSingle
    ? new Map(shownTiles(wall).map(({ serialNumber, slot }) => [serialNumber, slot]))
    : NONE;
}
export const areSameNumbers = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([serialNumber, slot]) => other.get(serialNumber) === slot);
