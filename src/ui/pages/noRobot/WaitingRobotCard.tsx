/** Demo only: the screen of a robot that waits to be bound. */
import { useSelector } from '@xstate/react';
import { type WaitingRobotRef, selectWaitingRobot } from '../../../machines/noRobot/noRobot.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { CompanionLink, CompanionNote } from './CompanionLink.tsx';

const ART_PX = 64;
const CARD =
  'grid max-w-[560px] grid-cols-[auto_minmax(0,1fr)] items-center gap-5 p-5 text-left max-desk:grid-cols-[minmax(0,1fr)] max-desk:justify-items-center max-desk:text-center';

export function WaitingRobotCard({ waiting }: { readonly waiting: WaitingRobotRef }) {
  const t = useT();
  const robot = useSelector(waiting, selectWaitingRobot);
  if (!robot) return <CompanionNote />;
  return (
    <section className={classes('card', CARD)} aria-label={t('noRobot.waiting.title')}>
      <div className="rounded-lg bg-on-fill p-2.5 inset-ring inset-ring-line-2">
        <img
          className="size-44 [image-rendering:pixelated]"
          src={robot.picture}
          alt={t('noRobot.waiting.picture', { name: robot.robotNickName })}
        />
        <p className="text-center font-mono text-[13px]/5 font-[600] text-brand-950" translate="no">
          {robot.code}
        </p>
      </div>
      <div className="grid gap-1.5 max-desk:justify-items-center [&>.art]:mb-0.5">
        <RobotArt kind={robot.kind} size={ART_PX} />
        <h2>{t('noRobot.waiting.title')}</h2>
        <p>{t('noRobot.waiting.text', { name: robot.robotNickName, site: robot.siteName })}</p>
        <p>
          <CompanionLink />
        </p>
      </div>
    </section>
  );
}
