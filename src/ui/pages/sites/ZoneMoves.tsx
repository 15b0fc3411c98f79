/** The scheduled tasks whose next run moves with a new time zone of the site. */
import { useSelector } from '@xstate/react';
import type { SiteFields } from '../../../machines/sites/siteForm.machine.ts';
import { selectSites, type SitesRef } from '../../../machines/sites/sites.selectors.ts';
import { zoneMoves } from '../../../machines/sites/zoneMoves.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { timeStamp, zoneName } from '../../shell/siteTime.ts';

const MOST_SHOWN = 20;

interface ZoneMovesProps {
  readonly screen: SitesRef;
  readonly fields: Pick<SiteFields, 'id' | 'timeZone' | 'timeZoneBefore'>;
}

export function ZoneMoves({ screen, fields: { id, timeZone, timeZoneBefore } }: ZoneMovesProps) {
  const t = useT();
  const live = useLive();
  const { equipment } = useSelector(screen, selectSites);
  if (equipment?.siteId !== id) return null;
  const { total, list } = equipment.schedules;
  const moves = zoneMoves(list, timeZone, live.now());
  const count = moves.length;
  if (count === 0) return <p className="text-12">{t('sites.form.zoneMovesNone')}</p>;
  const at = (instant: number | null): string =>
    instant === null ? t('sites.form.noRun') : timeStamp(instant, timeZoneBefore);
  return (
    <div className="grid gap-1 text-12">
      <p>
        {t(total > list.length ? 'sites.form.zoneMovesMore' : 'sites.form.zoneMoves', {
          count,
          zone: zoneName(timeZoneBefore, t.language, live.now()),
        })}
      </p>
      <ul className="grid max-h-40 gap-1 overflow-y-auto">
        {moves.slice(0, MOST_SHOWN).map((move) => (
          <li key={move.id}>
            {t('sites.form.zoneMove', {
              name: move.name,
              robot: move.robotName,
              before: at(move.before),
              after: at(move.after),
            })}
          </li>
        ))}
      </ul>
      {count > MOST_SHOWN && <p>{t('sites.form.zoneMovesRest', { count: count - MOST_SHOWN })}</p>}
    </div>
  );
}
