/** What is shown after an action on a lift or a door. */
import type { EquipmentTest } from '../../../contract/entities/site.ts';

/** The result of a test, or the key of a relay. */
export type SiteShown = ({ what: 'test' } & EquipmentTest) | { what: 'key'; key: string };
