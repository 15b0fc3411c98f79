/**
 * Warnings that matter before any other action: robot offline, silent, or its emergency button pressed, jammed
 * compartments, and a page that could not be read again after a gap.
 */
import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import { selectIsBehind } from '../../../machines/robotData/robotData.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { ReceptionLink } from '../../shell/ReceptionLink.tsx';
import { RobotJams } from './RobotJams.tsx';
import { isNotAnswering } from './robotLink.ts';
import type { RobotPageProps } from './useRobotPage.ts';

export function RobotBanner(part: RobotPageProps) {
  const t = useT();
  const isBehind = useSelector(part.screen, selectIsBehind);
  // The shell already shows that the live connection is lost.
  if (part.links.lost) return null;
  return (
    <>
      <RobotWarning {...part} />
      <RobotJams {...part} />
      {isBehind && (
        <Banner tone="warn" icon={Clock} title={t('robotData.banner.behind')} text={t('robotData.banner.behindText')} />
      )}
    </>
  );
}

function RobotWarning(part: RobotPageProps) {
  const t = useT();
  const { live, name, now, age, time } = part;
  if (live.at === null)
    return (
      <Banner
        tone="warn"
        icon={Clock}
        title={t('robotData.banner.never', { name })}
        text={t('robotData.banner.neverText')}
      />
    );
  const params = { name, time: time(live.at), age: age(now - live.at) };
  const phoneNumber = part.loaded.site?.phoneNumber;
  // Somebody near the robot can look after it.
  const call = phoneNumber ? <ReceptionLink number={phoneNumber} size="s" /> : undefined;
  if (live.connection !== 'online') {
    return (
      <Banner
        tone="warn"
        icon={Clock}
        title={t(live.connection === 'broken' ? 'robotData.banner.broken' : 'robotData.banner.offline', params)}
        text={t('robotData.banner.offlineText', params)}
      >
        {call}
      </Banner>
    );
  }
  if (isNotAnswering(part))
    return (
      <Banner
        tone="warn"
        icon={Clock}
        title={t('robotData.banner.silent', params)}
        text={t('robotData.banner.silentText', params)}
      >
        {call}
      </Banner>
    );
  if (live.eStop !== 'NONE')
    return (
      <Banner tone="alarm" title={t('robotData.banner.emergency', params)} text={t('robotData.banner.emergencyText')}>
        {call}
      </Banner>
    );
  return null;
}
