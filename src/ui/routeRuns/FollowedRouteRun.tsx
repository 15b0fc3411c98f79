/** The followed route run: state, figures, stops and actions; after its end, the result. */
import type { ReactNode } from 'react';
import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import { rightsOf } from '../../../contract/rules/rights.ts';
import { robotPath } from '../../machines/app/events.ts';
import {
  type RouteRunMonitorRef,
  type RouteRunRef,
  selectRouteRun,
  selectFollowingContext,
  selectIsAway,
  selectQuestion,
} from '../../machines/routeRun/routeRun.selectors.ts';
import { isUnderWay } from '../../machines/routeRun/routeRunUpdates.ts';
import { selectRobots, selectSites } from '../../machines/fleet/fleet.selectors.ts';
import { selectUser } from '../../machines/session/session.selectors.ts';
import type { StopRef } from '../../machines/robotData/stop.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Problem } from '../kit/Problem.tsx';
import { SkeletonBlocks } from '../kit/SkeletonBlocks.tsx';
import { Question } from '../shell/Question.tsx';
import { ownZone, timeOfDay } from '../shell/siteTime.ts';
import { useMoment } from '../shell/useLinks.ts';
import { useAge } from '../labels/useAge.ts';
import { RouteRunActions } from './RouteRunActions.tsx';
import { RouteRunEndDialog } from './RouteRunEndDialog.tsx';
import { RouteRunFigures } from './RouteRunFigures.tsx';
import { RouteRunStops } from './RouteRunStops.tsx';
import { RunStop } from './RunStop.tsx';
import { type StateTexts, stateTexts } from './routeRunTexts.ts';

export interface FollowedRouteRunProps {
  readonly run: RouteRunRef;
  readonly following: RouteRunMonitorRef;
  readonly stop: StopRef;
  readonly serialNumber: string;
  readonly onAgain: ((pathId: string, serialNumber: string) => void) | undefined;
  /** In the same card. */
  readonly below: ReactNode;
}

export const RUN_CARD = 'card flex min-h-0 flex-col overflow-auto max-desk:flex-none';
const CONTENT = 'flex min-h-0 flex-col gap-3 px-4 pt-3 pb-4';

export function FollowedRouteRun({ run, following, stop, serialNumber, onAgain, below }: FollowedRouteRunProps) {
  const t = useT();
  const age = useAge();
  const { navigation, session } = useApp();
  const user = useSelector(session, selectUser);
  const { now, shown, lost } = useMoment();
  const robot = useSelector(useFleet(), selectRobots).find((each) => each.serialNumber === serialNumber);
  const site = useSelector(useFleet(), selectSites).find(({ id }) => id === robot?.siteId);
  const known = useSelector(following, selectRouteRun);
  const away = useSelector(following, selectIsAway);
  const question = useSelector(following, selectQuestion);
  const { failure, refusal } = useSelector(following, selectFollowingContext);
  const zone = site?.timeZone ?? ownZone();
  const time = (at: number): string => timeOfDay(at, zone);
  const leave = (
    <IconButton size="s" icon={X} label={t('common.close')} onClick={() => run.send({ type: 'routeRun.leave' })} />
  );
  if (!known || !robot) {
    return (
      <>
        <div className={RUN_CARD}>
          <div className={CONTENT}>
            <header className="flex items-start gap-2">
              <h2 className={TITLE}>{robot?.robotNickName || serialNumber}</h2>
              {leave}
            </header>
            {failure ? (
              <Problem title={t('routeRun.panel.failed')} text={[t.failure(failure), t('shared.retrying')].join(' ')} />
            ) : (
              <SkeletonBlocks shape="text" count={4} label={t('routeRun.panel.loading')} />
            )}
            {below}
          </div>
        </div>
        {/* Stop does not wait for the run to be read. */}
        {robot && <RunStop run={run} following={following} stop={stop} robot={robot} known={null} />}
      </>
    );
  }
  const { live } = robot;
  const underWay = isUnderWay(known);
  const rights = rightsOf(user?.roles ?? [], robot.relation);
  const status = underWay ? stateTexts(known, { t, live, lostAt: lost ? shown : null, now, age, time }) : null;
  return (
    <>
      <div className={RUN_CARD}>
        <div className={CONTENT}>
          <header className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <h2 className={TITLE}>{known.pathName}</h2>
              <p className="text-12 text-text-2">
                <a
                  className="text-link"
                  href={robotPath(serialNumber)}
                  onClick={(event) => {
                    event.preventDefault();
                    navigation.send({ type: 'navigation.go', to: robotPath(serialNumber) });
                  }}
                >
                  {known.robotName}
                </a>
                {' · '}
                {t(known.cycleType === 'loop' ? 'routeRun.panel.looped' : 'routeRun.panel.once')}
                {' · '}
                {known.startedBy.userId === user?.id
                  ? t('routeRun.panel.byYou')
                  : t('routeRun.panel.by', { name: known.startedBy.name || t('routeRun.reason.somebody') })}
              </p>
            </div>
            {leave}
          </header>
          {status && (
            <div
              className={classes('grid gap-0.5 rounded px-3 py-2 text-12 tabular-nums', TONE[status.tone])}
              role="status"
            >
              <b className="text-13 font-semibold">{status.title}</b>
              {status.note && <span aria-live="off">{status.note}</span>}
            </div>
          )}
          {!underWay && <RouteRunEndDialog run={known} onAgain={onAgain} />}
          {away && failure && underWay && (
            <Problem title={t('routeRun.panel.failed')} text={[t.failure(failure), t('shared.retrying')].join(' ')} />
          )}
          <RouteRunFigures run={known} live={live} now={now} stale={lost || live.connection !== 'online'} />
          <RouteRunStops run={known} time={time} />
          {refusal && (
            <div className="flex items-start gap-1 [&>.problem]:flex-1">
              <Problem title={t('routeRun.act.refused')} text={t.failure(refusal)} />
              <IconButton
                size="s"
                icon={X}
                label={t('shared.dismiss')}
                onClick={() => following.send({ type: 'refusal.dismiss' })}
              />
            </div>
          )}
          {underWay && <RouteRunActions run={known} following={following} mayLead={rights.includes('operate')} />}
          {below}
        </div>
      </div>
      {underWay && <RunStop run={run} following={following} stop={stop} robot={robot} known={known} />}
      {question && <Question question={question} cancelLabel={t('routeRun.end.cancel')} />}
    </>
  );
}

const TITLE = 'text-14 font-semibold text-heading wrap-anywhere';
const TONE: Record<StateTexts['tone'], string> = {
  plain: 'bg-surface-3 text-text-2 [&>b]:text-heading',
  attn: 'bg-attn-soft text-attn-text',
  bad: 'bg-st-alarm-soft text-st-alarm-text',
};
