/** The site whose clock is shown: in the frame the current robot's, else the one with the most robots. Pure. */
import type { Site } from '../../../contract/entities/map.ts';
import type { Robot } from '../../../contract/entities/robot.ts';

export function siteOf(sites: readonly Site[], robots: readonly Robot[], current: Robot | null): Site | null {
  const own = current && sites.find(({ id }) => id === current.siteId);
  if (own) return own;
  const counts = new Map<string, number>();
  for (const { siteId } of robots) counts.set(siteId, (counts.get(siteId) ?? 0) + 1);
  let most: Site | null = null;
  for (const site of sites) if (!most || (counts.get(site.id) ?? 0) > (counts.get(most.id) ?? 0)) most = site;
  return most;
}

/** The site of a robot; null for one that is not among the user's. */
export function siteOfRobot(sites: readonly Site[], robots: readonly Robot[], serialNumber: string): Site | null {
  const robot = robots.find((one) => one.serialNumber === serialNumber);
  return sites.find(({ id }) => id === robot?.siteId) ?? null;
}
