/** The floors of a site as plans, bottom to top. They are added, ordered and edited on the maps page. */
import Plus from 'lucide-react/icons/plus';
import { Link } from 'wouter';
import type { IndoorMap, SiteDetails } from '../../../../contract/entities/map.ts';
import { maps } from '../../../../contract/pages/maps.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { MapThumb } from '../../plans/MapThumb.tsx';

const TILE = 'grid content-start overflow-hidden rounded border border-line text-text no-underline hover:border-line-3';

interface FloorsCardProps {
  readonly siteId: string;
  readonly floors: SiteDetails['floors'];
  /** Of the floors that the caller may see. */
  readonly plans: readonly IndoorMap[];
}

export function FloorsCard({ siteId, floors, plans }: FloorsCardProps) {
  const t = useT();
  const href = `${maps.path}?${new URLSearchParams({ site: siteId }).toString()}`;
  return (
    <Card
      title={t('common.floors')}
      note={floors.length > 0 ? t('sites.floorsNote', { count: floors.length }) : undefined}
      acts={
        floors.length > 0 && (
          <Link className="text-13" href={href}>
            {t('sites.openMaps')}
          </Link>
        )
      }
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-3 p-4 pt-0">
        {floors.map(({ mapId, floor, name }) => (
          <FloorTile key={mapId} href={href} floor={floor} name={name} plan={plans.find(({ id }) => id === mapId)} />
        ))}
        <Link
          href={href}
          className="grid min-h-32 content-center justify-items-center gap-1.5 rounded border border-dashed border-line-3 p-3 text-center no-underline"
        >
          <Icon of={Plus} size={18} />
          <b className="text-13 text-link">{t('shared.addAFloor')}</b>
          <span className="text-12 text-text-2">{t('sites.addFloorText')}</span>
        </Link>
      </div>
    </Card>
  );
}

interface FloorTileProps {
  readonly href: string;
  readonly floor: string;
  readonly name: string;
  readonly plan: IndoorMap | undefined;
}

function FloorTile({ href, floor, name, plan }: FloorTileProps) {
  const t = useT();
  return (
    <Link href={href} className={TILE}>
      <MapThumb map={plan ?? null} full />
      <span className="grid gap-0.5 px-2.5 py-2">
        <span className="truncate text-13">
          <b>{floor}</b> {name}
        </span>
        {plan && (
          <span className="text-12 text-text-2">
            {t('sites.floorFacts', {
              width: round(plan.plan.width),
              height: round(plan.plan.height),
              count: plan.points.length,
            })}
          </span>
        )}
      </span>
    </Link>
  );
}

const round = (metres: number): number => Math.round(metres * 10) / 10;
