/** The kinds of export jobs whose server is killed, with a fleet that has no robots. */
import { deliveryExportJob } from '../../server/jobs/kinds/deliveryExport.ts';
import { trackExportJob } from '../../server/jobs/kinds/trackExport.ts';
import type { JobKind } from '../../server/jobs/jobKind.ts';

export const EXPORT_KINDS = ['deliveryExport', 'trackExport'] as const;
const MAKERS = { deliveryExport: deliveryExportJob, trackExport: trackExportJob };

type Needs = Omit<Parameters<typeof deliveryExportJob>[0] & Parameters<typeof trackExportJob>[0], 'fleet'>;

export function exportJobOf(kind: string, needs: Needs): JobKind {
  const found = EXPORT_KINDS.find((one) => one === kind);
  if (!found) throw new Error(`no export ${kind}`);
  const fleetCache = { robot: () => undefined, robotsOf: () => new Map(), map: () => undefined };
  return MAKERS[found]({ ...needs, fleet: { fleetCache } as never });
}
