/**
 * Panel of the followed route run: current step, stops, skip, end and the result; below it the other runs of the site,
 * and Stop. It is rendered while a run is followed or any is in progress, else null. The page chooses its place, so that
 * Stop, which is sticky, stays on the screen (`display: contents` makes card and Stop items of the page's own layout), and
 * draws the run on its map:
 *
 *   actors: { routeRun: wireRouteRun(services) } … invoke: { id: 'routeRun', src: 'routeRun', input: { userId } }
 *   forward to it: 'page.resumed', 'page.languageChanged'; send { type: 'route.show', route } when another route is shown (null: the list)
 *   <RouteRunPanel run={run} routeName={(pathId) => …} onAgain={(pathId) => …} />
 *   const shown = useRouteRunShown(run);   // { marks, serialNumber } for RouteCanvas, or null
 */
import { useSelector } from '@xstate/react';
import type { RouteMark } from '../canvas/routeInput.ts';
import {
  type RouteRunRef,
  selectDriving,
  selectFollowed,
  selectFollowing,
  selectStop,
  selectRouteRun,
} from '../../machines/routeRun/routeRun.selectors.ts';
import { isUnderWay } from '../../machines/routeRun/routeRunUpdates.ts';
import { selectRobots } from '../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { StatusShape } from '../kit/StatusShape.tsx';
import { routeRunMarks } from './routeRunTexts.ts';
import { FollowedRouteRun, RUN_CARD } from './FollowedRouteRun.tsx';

export interface RouteRunPanelProps {
  readonly run: RouteRunRef;
  /** Name of a route; '' if the page does not have it. */
  readonly routeName: (pathId: string) => string;
  /** Runs a route again: the page sends 'routeRun.choose'. Left out where the page cannot. */
  readonly onAgain?: ((pathId: string, serialNumber: string) => void) | undefined;
  readonly className?: string | undefined;
}

const SHAPE_PX = 14;

export function RouteRunPanel({ run, routeName, onAgain, className }: RouteRunPanelProps) {
  const t = useT();
  const following = useSelector(run, selectFollowing);
  const stop = useSelector(run, selectStop);
  const followed = useSelector(run, selectFollowed);
  const robots = useSelector(useFleet(), selectRobots);
  const others = useSelector(run, selectDriving).filter(
    (seen) => seen.drive !== null && seen.serialNumber !== followed,
  );
  if (!following && others.length === 0) return null;
  const list = others.length > 0 && (
    <section
      className={following ? '-mx-4 border-t border-line-2 px-4 pt-3' : 'px-4 py-3'}
      aria-label={t(following ? 'routeRun.panel.others' : 'routeRun.panel.name')}
    >
      <h3 className="pb-1 text-12 text-text-2">
        {following ? t('routeRun.panel.others') : t('routeRun.panel.several', { count: others.length })}
      </h3>
      <ul>
        {others.map((seen) => {
          const robot = robots.find(({ serialNumber }) => serialNumber === seen.serialNumber);
          const name = robot?.robotNickName || seen.serialNumber;
          return (
            <li key={seen.serialNumber}>
              <button
                type="button"
                className="flex min-h-8 w-full items-center gap-2 rounded px-1 text-left text-13 hover:bg-surface-2 max-desk:min-h-11"
                aria-label={t('routeRun.panel.show', { name })}
                onClick={() => run.send({ type: 'routeRun.follow', serialNumber: seen.serialNumber })}
              >
                {robot && <StatusShape status={robot.live.status} size={SHAPE_PX} />}
                <b className="text-heading">{name}</b>
                <span className="truncate text-text-2">{routeName(seen.drive?.pathId ?? '')}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
  return (
    <aside className={classes('flex min-h-0 flex-col gap-3', className)} aria-label={t('routeRun.panel.name')}>
      {following && stop ? (
        <FollowedRouteRun
          key={followed}
          run={run}
          following={following}
          stop={stop}
          serialNumber={followed}
          onAgain={onAgain}
          below={list}
        />
      ) : (
        <div className={RUN_CARD}>{list}</div>
      )}
    </aside>
  );
}

/** The followed run for the map: stop states and robot; null while none is in progress. */
export function useRouteRunShown(
  run: RouteRunRef,
): { readonly pathId: string; readonly serialNumber: string; readonly marks: readonly RouteMark[] } | null {
  const following = useSelector(run, selectFollowing);
  const shown = useSelector(following, (snapshot) => (snapshot ? selectRouteRun(snapshot) : null));
  return shown && isUnderWay(shown)
    ? { pathId: shown.pathId, serialNumber: shown.serialNumber, marks: routeRunMarks(shown) }
    : null;
}
