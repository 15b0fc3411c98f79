/**
 * The connection status in the top bar: a line of three nodes with a text. Pressing it explains each link (design 6).
 */
import { useSelector } from '@xstate/react';
import { isRobotSilent, selectRobots } from '../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../hooks/useApp.ts';
import { useServerNow } from '../hooks/useServerNow.ts';
import { useT } from '../hooks/useT.ts';
import { LinkLine } from '../kit/LinkLine.tsx';
import { Popover } from '../kit/Popover.tsx';
import { classes } from '../kit/classes.ts';
import { drawn, stateKey, wordOf, type LinkTone } from './linkText.ts';
import { useLinks } from './useLinks.ts';

const WORD: Record<LinkTone, string | false> = { good: false, attn: 'links-word-attn', bad: 'links-word-bad' };

/** @param props.phone smaller, and with its text however narrow the window is */
export function LinkStatus({ phone = false }: { readonly phone?: boolean }) {
  const t = useT();
  const { cloud, broker } = useLinks();
  const word = wordOf(cloud, broker);
  const description = `${t('signIn.browserCloud')}: ${t(stateKey(cloud))}. ${t('shell.links.cloudBroker')}: ${t(stateKey(broker))}.`;
  return (
    <Popover
      label={t('shell.links.title')}
      align="end"
      trigger={
        <button
          type="button"
          className={classes('inline-flex items-center gap-2 rounded', phone ? 'h-6' : 'h-8 px-1.5')}
          aria-label={t('shell.links.name', { word: t(word.key) })}
        >
          <LinkLine links={[drawn(cloud), drawn(broker)]} description={description} />
          <span className={classes('links-word', !phone && 'max-wide:hidden', WORD[word.tone])} role="status">
            {t(word.key)}
          </span>
        </button>
      }
    >
      <LinkExplanation />
    </Popover>
  );
}

function LinkExplanation() {
  const t = useT();
  const { cloud, broker } = useLinks();
  const robots = useSelector(useFleet(), selectRobots);
  const now = useServerNow();
  const answering = robots.filter((robot) => robot.live.connection === 'online' && !isRobotSilent(robot, now)).length;
  return (
    <div className="grid gap-3">
      <h2 className="text-14">{t('shell.links.title')}</h2>
      <dl className="grid gap-3 text-13">
        <Explained
          name={t('signIn.browserCloud')}
          state={t(stateKey(cloud))}
          about={t('shell.links.browserCloudAbout')}
        />
        <Explained
          name={t('shell.links.cloudBroker')}
          state={t(stateKey(broker))}
          about={t('shell.links.cloudBrokerAbout')}
        />
        <Explained
          name={t('shell.links.brokerRobots')}
          state={t('shell.links.robotsAnswer', { answering, total: robots.length })}
          about={t('shell.links.brokerRobotsAbout')}
        />
      </dl>
    </div>
  );
}

function Explained({ name, state, about }: { readonly name: string; readonly state: string; readonly about: string }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
      <dt className="font-medium">{name}</dt>
      <dd className="text-12 text-text-2">{state}</dd>
      <dd className="col-span-2 text-12 text-text-2">{about}</dd>
    </div>
  );
}
