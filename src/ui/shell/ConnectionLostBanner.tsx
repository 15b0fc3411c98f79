/**
 * Banner above a page whose live updates have stopped (design 6): which link, since when, what is kept, the next retry.
 * It appears after the second missed update and disappears by itself.
 */
import { useSelector } from '@xstate/react';
import Unplug from 'lucide-react/icons/unplug';
import { useEffect, useState } from 'react';
import { MQTT_RECONNECT_MS } from '../../../contract/rules/limits.ts';
import { selectHeardAt } from '../../machines/fleet/fleet.selectors.ts';
import { selectAccountLink, selectHasNetwork } from '../../machines/connection/connection.selectors.ts';
import { useConnection, useFleet } from '../hooks/useApp.ts';
import { useLive } from '../hooks/useLive.ts';
import { useServerNow } from '../hooks/useServerNow.ts';
import { useT } from '../hooks/useT.ts';
import { useAge } from '../labels/useAge.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { lostLink } from './linkText.ts';
import { timeOfDay } from './siteTime.ts';
import { useHomeSite } from './useHomeSite.ts';
import { useLinks } from './useLinks.ts';

export function ConnectionLostBanner() {
  const { cloud, lost } = useLinks();
  return lost ? <LostLinkBar which={lostLink(cloud)} /> : null;
}

const SECOND_MS = 1000;

function LostLinkBar({ which }: { readonly which: 'cloud' | 'broker' }) {
  const t = useT();
  const age = useAge();
  const connection = useConnection();
  const waiting = useSelector(connection, selectAccountLink)?.state === 'waiting';
  const heardAt = useSelector(useFleet(), selectHeardAt);
  const now = useServerNow();
  const { timeZone } = useHomeSite();
  const seconds = useCountdown(waiting);
  const offline = !useSelector(connection, selectHasNetwork) && which === 'cloud';
  return (
    <div className="sticky top-0 z-10 flex-none max-desk:small:static">
      <Banner
        tone="warn"
        icon={Unplug}
        title={t(offline ? 'shell.lost.browser' : which === 'cloud' ? 'shell.lost.cloud' : 'shell.lost.broker')}
        text={`${heardAt > 0 ? `${t('shell.lost.since', { time: timeOfDay(heardAt, timeZone), age: age(now - heardAt) })}` : ''}${t('shell.lost.kept')}`}
        countdown={waiting ? t('shell.lost.retry', { seconds }) : t('shell.lost.trying')}
      >
        <Button size="s" onClick={() => connection.send({ type: 'network.found' })}>
          {t('shell.lost.now')}
        </Button>
      </Banner>
    </div>
  );
}

/** Seconds until the next connection attempt, counted from the start of the wait, on the same clock as ages. */
function useCountdown(waiting: boolean): number {
  const { now } = useLive();
  const [left, setLeft] = useState(MQTT_RECONNECT_MS / SECOND_MS);
  useEffect(() => {
    if (!waiting) return undefined;
    const until = now() + MQTT_RECONNECT_MS;
    const count = (): void => setLeft(Math.max(0, Math.ceil((until - now()) / SECOND_MS)));
    count();
    const timer = setInterval(count, SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [waiting, now]);
  return left;
}
