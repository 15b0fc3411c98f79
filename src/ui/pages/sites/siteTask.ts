/** Actions on sites, lifts and doors: the fields that an action does not use are empty. */
import type { SiteAct, SiteTask } from '../../../machines/sites/sites.machine.ts';

export const taskFor = (
  act: SiteAct,
  of: Pick<SiteTask, 'id' | 'name' | 'revision'> & Partial<SiteTask>,
): SiteTask => ({
  kind: 'door',
  siteId: '',
  mapId: '',
  floor: '',
  areaId: '',
  point: '',
  near: '',
  ...of,
  act,
});
