/**
 * Page of one robot (spec 2 `home/robot-data`): position, video, commands and teleop. Stop is at the end of it and
 * always within reach. On a phone the same parts form one column over a fixed dock.
 */
import { useSelector } from '@xstate/react';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import {
  type RobotDataRef,
  selectFailure,
  selectPageState,
  selectSerialNumber,
} from '../../../machines/robotData/robotData.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { DesktopRobot } from './DesktopRobot.tsx';
import { PhoneRobot } from './PhoneRobot.tsx';
import { PhoneRobotSkeleton, RobotSkeleton } from './RobotSkeleton.tsx';
import { useRobotPage } from './useRobotPage.ts';

export function RobotDataPage({ screen }: { readonly screen: RobotDataRef }) {
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  const part = useRobotPage(screen);
  const state = useSelector(screen, selectPageState);
  if (state === 'ready' && part) return mobile ? <PhoneRobot {...part} /> : <DesktopRobot {...part} />;
  if (state !== 'loading' && state !== 'ready') return <NoRobotHere screen={screen} state={state} />;
  return mobile ? <PhoneRobotSkeleton /> : <RobotSkeleton />;
}

function NoRobotHere({
  screen,
  state,
}: {
  readonly screen: RobotDataRef;
  readonly state: 'failed' | 'unknown' | 'forbidden';
}) {
  const t = useT();
  const { navigation } = useApp();
  const failure = useSelector(screen, selectFailure);
  const serialNumber = useSelector(screen, selectSerialNumber);
  if (state === 'failed') {
    return (
      <StatePanel
        state="failed"
        title={t('shared.couldntLoadTheRobot')}
        text={failure ? t.failure(failure) : undefined}
      >
        <Button size="s" onClick={() => screen.send({ type: 'page.retry' })}>
          {t('common.retry')}
        </Button>
      </StatePanel>
    );
  }
  const home = (
    <Button size="s" onClick={() => navigation.send({ type: 'navigation.go', to: '/home' })}>
      {t('robotData.unknown.home')}
    </Button>
  );
  if (state === 'forbidden')
    return (
      <StatePanel state="forbidden" title={t('robotData.forbidden.title')} text={t('robotData.forbidden.text')}>
        {home}
      </StatePanel>
    );
  return (
    <StatePanel
      state="empty"
      title={t('robotData.unknown.title')}
      text={serialNumber ? t('robotData.unknown.text', { serialNumber }) : t('shared.noRobotSelectedSentence')}
    >
      {home}
    </StatePanel>
  );
}
