/** What must be known before anything else is done with this robot: it is away, it is silent, its button is pressed. */
import Clock from 'lucide-react/icons/clock';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { isNotAnswering } from './robotLink.ts';
import type { RobotPart } from './robotPart.ts';

export function RobotBanner(part: RobotPart) {
  const t = useT();
  const { live, name, now, age, time, links } = part;
  // The frame's own bar says that nothing is heard at all.
  if (links.lost) return null;
  if (live.at === null)
    return (
      <Banner
        tone="warn"
        icon={Clock}
        title={t('robotData.banner.never', { name })}
        text={t('robotData.banner.neverText')}
      />
    );
  const words = { name, time: time(live.at), age: age(now - live.at) };
  if (live.connection !== 'online') {
    return (
      <Banner
        tone="warn"
        icon={Clock}
        title={t(live.connection === 'broken' ? 'robotData.banner.broken' : 'robotData.banner.offline', words)}
        text={t('robotData.banner.offlineText', words)}
      />
    );
  }
  if (isNotAnswering(part))
    return (
      <Banner
        tone="warn"
        icon={Clock}
        title={t('robotData.banner.silent', words)}
        text={t('robotData.banner.silentText', words)}
      />
    );
  if (live.eStop !== 'NONE')
    return (
      <Banner tone="alarm" title={t('robotData.banner.emergency', words)} text={t('robotData.banner.emergencyText')} />
    );
  return null;
}
