/** The sites, each with its own time of day and its number of robots, and the storage of the chosen one. */
import { useSelector } from '@xstate/react';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useState } from 'react';
import { selectSites, type SitesRef } from '../../../machines/sites/sites.selectors.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { timeOfDay, zonePlace } from '../../shell/siteTime.ts';
import { SiteStorage } from './SiteStorage.tsx';

const REFRESH_MS = 5_000;

interface SiteListProps {
  readonly screen: SitesRef;
  readonly onAdd: () => void;
  /** The list is a page without a chosen site. */
  readonly isList: boolean;
}

export function SiteList({ screen, onAdd, isList }: SiteListProps) {
  const t = useT();
  const language = useLanguage();
  const { rows, siteId, equipment } = useSelector(screen, selectSites);
  const now = useMinute();
  return (
    <nav className="card grid gap-1 p-2" aria-label={t('shared.sites')}>
      {rows.map(({ id, name, timeZone, robotCount }) => (
        <button
          key={id}
          type="button"
          aria-current={id === siteId && !isList ? 'true' : undefined}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded px-3 py-2 text-left hover:bg-hover aria-[current]:bg-menu-active-bg aria-[current]:text-menu-active-text"
          onClick={() => screen.send({ type: 'list.show', query: { site: id } })}
        >
          <b className="truncate text-13 font-semibold">{name}</b>
          <span className="text-12 text-text-2">
            {robotCount === 0 ? t('sites.noRobots') : t('shared.robotNumber', { count: robotCount })}
          </span>
          <span className="text-12 text-text-2">
            {[zonePlace(timeZone, language, now), timeOfDay(now, timeZone)].filter(Boolean).join(' ')}
          </span>
        </button>
      ))}
      <span>
        <Button variant="ghost" icon={Plus} onClick={onAdd}>
          {t('sites.add')}
        </Button>
      </span>
      {equipment && !isList && <SiteStorage {...equipment.storage} />}
    </nav>
  );
}

/** The server's time; refreshed often enough for a clock of minutes. */
function useMinute(): number {
  const live = useLive();
  const [at, setAt] = useState(() => live.now());
  useEffect(() => {
    const timer = setInterval(() => setAt(live.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [live]);
  return at;
}
