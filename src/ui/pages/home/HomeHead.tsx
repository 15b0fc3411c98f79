/** Title and summary: the site, and how many robots are online. On a phone the shell shows the title. */
import { useSelector } from '@xstate/react';
import Share2 from 'lucide-react/icons/share-2';
import type { Site } from '../../../../contract/entities/map.ts';
import { isRobotSilent, selectRobotsInView } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useCopy } from '../../hooks/useCopy.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StaleValue } from '../../kit/StaleValue.tsx';
import { useMoment } from '../../shell/useLinks.ts';
import { countText } from './countText.ts';

export function HomeHead({ sites, loading }: { readonly sites: readonly Site[]; readonly loading: boolean }) {
  const t = useT();
  const [site] = sites;
  return (
    <div className="page-head max-desk:sr-only">
      <div className="page-title">
        <h1>{site && sites.length === 1 ? site.name : t('shell.allSites')}</h1>
        {loading ? (
          <p aria-hidden="true">
            <span className="sk w-60" />
          </p>
        ) : (
          <Counts />
        )}
      </div>
      <Share />
    </div>
  );
}

function Counts() {
  const t = useT();
  const robots = useSelector(useFleet(), selectRobotsInView);
  const { shown, lost } = useMoment();
  const answering = robots.filter((robot) => robot.live.connection === 'online' && !isRobotSilent(robot, shown)).length;
  return (
    <p>
      <StaleValue stale={lost}>{countText(t, robots.length, answering)}</StaleValue>
    </p>
  );
}

/** Copies the URL, which holds the whole view. */
function Share() {
  const t = useT();
  const copy = useCopy();
  const share = (): void => copy(window.location.href, { copied: 'home.shared', failed: 'home.shareFailed' });
  return (
    <Button variant="ghost" icon={Share2} onClick={share}>
      {t('home.share')}
    </Button>
  );
}
