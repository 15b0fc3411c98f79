/** The charging bays of a site, with the robot that is in each now. They are edited in the map editor. */
import type { SiteDetails } from '../../../../contract/entities/map.ts';
import type { SiteBay } from '../../../../contract/entities/site.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { useBays } from './useBays.ts';

interface BaysCardProps {
  readonly bays: readonly SiteBay[];
  readonly floors: SiteDetails['floors'];
}

export function BaysCard({ bays: loaded, floors }: BaysCardProps) {
  const t = useT();
  const bays = useBays(loaded);
  const free = bays.filter(({ robot }) => robot === null).length;
  return (
    <Card
      clip
      title={t('shared.chargingBays')}
      note={bays.length > 0 ? t('sites.baysNote', { free, count: bays.length }) : undefined}
    >
      {bays.length === 0 ? (
        <p className="px-4 pb-4 text-13 text-text-2">{t('sites.noBays')}</p>
      ) : (
        <ul>
          {bays.map(({ id, name, mapId, pointName, robot }) => (
            <li key={id} className="flex min-h-row flex-wrap items-center gap-x-3 border-t border-line px-4 text-13">
              <b className="font-semibold">{name}</b>
              <span className="text-12 text-text-2">
                {t('sites.bayPlace', {
                  floor: floors.find((floor) => floor.mapId === mapId)?.floor ?? '',
                  point: pointName,
                })}
              </span>
              <span className="ml-auto">
                {robot === null
                  ? t('shared.free')
                  : robot.battery === null
                    ? robot.name
                    : t('sites.battery', { name: robot.name, percent: Math.round(robot.battery) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
