/** Robots that are on a map now, by their own position. Where a disconnected robot is, nobody knows. */
import type { Language } from '../../contract/entities/constants.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';

/** @returns their names */
export const robotsOn = (
  { fleetCache, live }: Pick<AppDeps['fleet'], 'fleetCache' | 'live'>,
  mapId: string,
  language: Language,
): string[] =>
  [...fleetCache.robots()].flatMap(({ serialNumber, name }) => {
    const { connection, pose } = live(serialNumber, language);
    return connection === 'online' && pose?.mapId === mapId ? [nameIn(name, language) || serialNumber] : [];
  });
