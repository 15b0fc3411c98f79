/** Bar under the title while any robot is in alarm: robot, reason and a link to it. */
import { useSelector } from '@xstate/react';
import { selectRobotsInView, selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useMoment } from '../../shell/useLinks.ts';
import { robotName } from '../../robots/robotName.ts';
import { useRobotText } from '../../labels/useRobotText.ts';
import type { HomeQueryProps } from './homeQuery.ts';

export function AlarmBar({ screen, onShow }: HomeQueryProps) {
  const t = useT();
  const fleet = useFleet();
  const texts = useRobotText(useSelector(fleet, selectSites));
  const { shown } = useMoment();
  const [first, ...others] = useSelector(fleet, selectRobotsInView)
    .filter(({ live }) => live.status === 'alarm')
    .sort((a, b) => (a.live.problems[0]?.since ?? 0) - (b.live.problems[0]?.since ?? 0));
  if (!first) return null;
  const { serialNumber, live } = first;
  const task = texts.task(first);
  const reason = texts.reason(first, shown);
  return (
    <Banner
      tone="alarm"
      title={
        others.length > 0
          ? t('home.alarm.more', { name: robotName(first), count: others.length })
          : t('home.alarm.one', { name: robotName(first) })
      }
      text={reason ? t('home.alarm.why', { task, reason }) : task}
    >
      <Button
        size="s"
        onClick={() =>
          onShow(
            { robot: serialNumber, mapId: live.pose?.mapId ?? null, view: 'cards', filter: 'all', words: '' },
            true,
          )
        }
      >
        {t('home.alarm.show')}
      </Button>
      <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'robot.open', serialNumber })}>
        {t('shell.viewDetails')}
      </Button>
    </Banner>
  );
}
