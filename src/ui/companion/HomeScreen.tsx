/** The user's robots in their last known state, and a large scan button. */
import { useSelector } from '@xstate/react';
import LogOut from 'lucide-react/icons/log-out';
import ScanLine from 'lucide-react/icons/scan-line';
import { lazy, Suspense } from 'react';
import {
  type OwnRobots,
  selectFound,
  selectIsAskedToLeave,
  selectLookFailure,
} from '../../machines/companion/companion.selectors.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { SkeletonBlocks } from '../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../kit/StatePanel.tsx';
import { ageText } from '../labels/useAge.ts';
import { useCompanion, useNow, useT } from './CompanionContext.ts';
import { Frame } from './Frame.tsx';
import { Hint } from './Hint.tsx';
import { RobotRow } from './RobotRow.tsx';

/** Rarely used and large, so it is loaded on demand. */
const LeaveQuestion = lazy(async () => ({ default: (await import('./LeaveQuestion.tsx')).LeaveQuestion }));

/** Age from which the list is marked as stale. */
const LIST_OLD_MS = 12_000;
const ROWS = 5;

export function HomeScreen({ robots }: { readonly robots: OwnRobots }) {
  const t = useT();
  const { root } = useCompanion();
  const now = useNow();
  const found = useSelector(robots, selectFound);
  const failure = useSelector(robots, selectLookFailure);
  const asked = useSelector(root, selectIsAskedToLeave);
  const lost = found !== null && now - found.serverTime > LIST_OLD_MS;
  return (
    <Frame
      end={
        <IconButton
          icon={LogOut}
          size="l"
          label={t('common.signOut')}
          onClick={() => root.send({ type: 'session.askSignOut' })}
        />
      }
      dock={
        <Button
          variant="primary"
          size="l"
          wide
          icon={ScanLine}
          className="min-h-14 rounded-lg text-[16px]"
          onClick={() => root.send({ type: 'scanner.open' })}
        >
          {t('companion.scan.title')}
        </Button>
      }
    >
      <div>
        <h1>{t('companion.home.title')}</h1>
        {found && <Hint>{t('companion.home.signedInAs', { name: found.nickname })}</Hint>}
      </div>
      {lost && (
        <Banner
          tone="warn"
          title={t('companion.home.old', { age: ageText(t, now - found.serverTime) })}
          text={failure ? t.failure(failure) : undefined}
        />
      )}
      {!found && !failure && <SkeletonBlocks shape="rows" count={ROWS} label={t('companion.home.loading')} />}
      {!found && failure && (
        <StatePanel state="failed" title={t('companion.home.failed')} text={t.failure(failure)}>
          <Button onClick={() => robots.send({ type: 'robots.look' })}>{t('common.retry')}</Button>
        </StatePanel>
      )}
      {found?.robots.length === 0 && (
        <StatePanel state="empty" title={t('companion.home.none')} text={t('companion.home.noneText')} />
      )}
      {found && found.robots.length > 0 && (
        <ul className="-mx-4 border-t border-line bg-surface" aria-label={t('companion.home.title')}>
          {found.robots.map((robot) => (
            <RobotRow key={robot.serialNumber} robot={robot} now={now} heardAt={found.serverTime} lost={lost} />
          ))}
        </ul>
      )}
      {asked && (
        <Suspense>
          <LeaveQuestion />
        </Suspense>
      )}
    </Frame>
  );
}
