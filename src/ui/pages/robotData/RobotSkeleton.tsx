/** Skeleton in the page's layout while the robot is loaded, to prevent layout shift. On a phone with the way back. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useContentMark } from '../../hooks/useContentMark.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { ConnectionLostBanner } from '../../shell/ConnectionLostBanner.tsx';
import { COLUMN, COMMANDS_CARD, MAP_CARD, PAGE } from './robotLayout.ts';

export function RobotSkeleton() {
  useContentMark('robot-page');
  const t = useT();
  return (
    <div role="status" aria-busy="true" aria-label={t('robotData.loading')} className="contents">
      <div className="page-head" aria-hidden="true">
        <span className="sk sk-figure" />
        <div className="page-title">
          <span className="sk mb-2 h-4 w-40" />
          <span className="sk w-28" />
        </div>
      </div>
      <div className={PAGE} aria-hidden="true">
        <div className={COLUMN}>
          <div className={classes('card', MAP_CARD)} />
          <div className={classes('card p-4', COMMANDS_CARD)}>
            <span className="sk w-24" />
          </div>
        </div>
        <div className={COLUMN}>
          <div className="aspect-video rounded-lg bg-(--vid)" />
          <div className="card p-4">
            <span className="sk mb-4 h-8 w-full" />
            <span className="sk h-24 w-full" />
          </div>
          <div className="card flex-1 p-4">
            <span className="sk w-24" />
          </div>
        </div>
      </div>
    </div>
  );
}

export function PhoneRobotSkeleton() {
  useContentMark('phone-robot');
  const t = useT();
  const { navigation } = useApp();
  return (
    <div className="phone-robot flex min-h-0 flex-1 flex-col bg-surface">
      <header className="flex h-14 flex-none items-center gap-1.5 pr-3 pl-1 small:h-11">
        <IconButton
          size="l"
          icon={ChevronLeft}
          label={t('robotData.unknown.home')}
          onClick={() => navigation.send({ type: 'navigation.go', to: '/home' })}
        />
        <span className="sk h-4 w-40" aria-hidden="true" />
      </header>
      <ConnectionLostBanner />
      <div
        role="status"
        aria-busy="true"
        aria-label={t('robotData.loading')}
        className="w-full flex-[0_1_min(56.25vw,34dvh)] bg-(--vid) sideways:flex-1"
      />
    </div>
  );
}
