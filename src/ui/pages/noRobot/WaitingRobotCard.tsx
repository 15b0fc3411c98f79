/** Demo only: the screen of a robot that waits to be bound. */
import '../../styles/waitingRobot.css';
import { useSelector } from '@xstate/react';
import { type WaitingRobotRef, selectWaitingRobot } from '../../../machines/noRobot/noRobot.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { RobotArt } from '../../kit/RobotArt.tsx';

const ART_PX = 64;
const APP = '/mini-program';

export function WaitingRobotCard({ waiting }: { readonly waiting: WaitingRobotRef }) {
  const t = useT();
  const robot = useSelector(waiting, selectWaitingRobot);
  if (!robot) return null;
  return (
    <section className="card waiting-robot" aria-label={t('noRobot.waiting.title')}>
      <div className="waiting-robot-screen">
        <img src={robot.picture} alt={t('noRobot.waiting.picture', { name: robot.robotNickName })} />
        <p className="waiting-robot-code" translate="no">
          {robot.code}
        </p>
      </div>
      <div className="waiting-robot-words">
        <RobotArt kind={robot.kind} size={ART_PX} />
        <h2>{t('noRobot.waiting.title')}</h2>
        <p>{t('noRobot.waiting.text', { name: robot.robotNickName, site: robot.siteName })}</p>
        {/* A separate application on the same host: open it in a new tab. */}
        <p>
          <a className="text-link" href={APP} target="_blank" rel="noreferrer">
            {t('noRobot.waiting.open')}
          </a>
        </p>
      </div>
    </section>
  );
}
