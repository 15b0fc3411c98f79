/** The kinds of export jobs whose server is killed. The fleet shows one robot, to those who export photos. */
import { deliveryExportJob } from '../../server/jobs/kinds/deliveryExport.ts';
import { mediaExportJob } from '../../server/jobs/kinds/mediaExport.ts';
import { trackExportJob } from '../../server/jobs/kinds/trackExport.ts';
import type { JobKind } from '../../server/jobs/jobKind.ts';

export const EXPORT_KINDS = ['deliveryExport', 'trackExport', 'mediaExport'] as const;
/** The robot that took the photos. */
export const PHOTOGRAPHER = 'PHOTO-1';
const MAKERS = { deliveryExport: deliveryExportJob, trackExport: trackExportJob, mediaExport: mediaExportJob };

type Needs = Omit<
  Parameters<typeof deliveryExportJob>[0] & Parameters<typeof trackExportJob>[0] & Parameters<typeof mediaExportJob>[0],
  'fleet'
>;

export function exportJobOf(kind: string, needs: Needs): JobKind {
  const found = EXPORT_KINDS.find((one) => one === kind);
  if (!found) throw new Error(`no export ${kind}`);
  const seen = new Set(found === 'mediaExport' ? [PHOTOGRAPHER] : []);
  const fleetCache = { robot: () => undefined, robotsOf: () => seen, map: () => undefined };
  return MAKERS[found]({ ...needs, fleet: { fleetCache } as never });
}
