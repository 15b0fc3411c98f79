/** The lifts and doors that the simulated building has. */
import { ACCESS_DOORS, LIFTS } from '../../../demo/sites.ts';

const IDS: ReadonlySet<string> = new Set([...LIFTS, ...ACCESS_DOORS].map(({ id }) => id));
export const isDemoEquipment = (id: string): boolean => IDS.has(id);
