/** All handlers of sites, their lifts, doors and charging bays. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { sites } from '../../contract/endpoints/sites.ts';
import type { RequestContext } from '../requestContext.ts';
import { createEquipmentTestHandlers, type TestNeeds } from './equipmentTests.ts';
import { createEquipmentHandlers, type EquipmentNeeds } from './siteEquipment.ts';
import { createSiteHandlers } from './sites.ts';

export type SiteNeeds = EquipmentNeeds & TestNeeds;

export const createSiteFeature = (needs: SiteNeeds): Handlers<typeof sites, RequestContext> => ({
  ...createSiteHandlers(needs),
  ...createEquipmentHandlers(needs),
  ...createEquipmentTestHandlers(needs),
});
