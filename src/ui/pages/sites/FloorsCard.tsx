/** The floors of a site as plans, bottom to top. They are added, ordered and edited on the maps page. */
import Plus from 'lucide-react/icons/plus';
import { Link } from 'wouter';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import { maps } from '../../../../contract/pages/maps.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { MapThumb } from '../../plans/MapThumb.tsx';

const TILE = 'grid content-start overflow-hidden rounded border border-line text-text no-underline hover:border-line-3';

export function FloorsCard({ siteId, floors }: { readonly siteId: string; readonly floors: readonly IndoorMap[] }) {
  const t = useT();
  const href = `${maps.path}?${new URLSearchParams({ site: siteId }).toString()}`;
  return (
    <Card
      title={t('sites.floors')}
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
        {floors.map((map) => (
          <Link key={map.id} href={href} className={TILE}>
            <MapThumb map={map} full />
            <span className="grid gap-0.5 px-2.5 py-2">
              <span className="truncate text-13">
                <b>{map.floor}</b> {map.name}
              </span>
              <span className="text-12 text-text-2">
                {t('sites.floorFacts', {
                  width: round(map.plan.width),
                  height: round(map.plan.height),
                  count: map.points.length,
                })}
              </span>
            </span>
          </Link>
        ))}
        <Link
          href={href}
          className="grid min-h-32 content-center justify-items-center gap-1.5 rounded border border-dashed border-line-3 p-3 text-center no-underline"
        >
          <Icon of={Plus} size={18} />
          <b className="text-13 text-link">{t('sites.addFloor')}</b>
          <span className="text-12 text-text-2">{t('sites.addFloorText')}</span>
        </Link>
      </div>
    </Card>
  );
}

const round = (metres: number): number => Math.round(metres * 10) / 10;
