/** Routes of a site by floor: the robot's default route, the number of stops of each, and broken routes. */
import { useSelector } from '@xstate/react';
import Plus from 'lucide-react/icons/plus';
import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { CruisePathChoice } from '../../../../contract/entities/cruisePath.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type CruiseRoutesRef,
  routesByFloor,
  selectAreRoutesLoading,
  selectHasNoRobot,
  selectIsWorking,
  selectRoutes,
} from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { selectView } from '../../../machines/fleet/fleet.selectors.ts';
import type { RouteRunRef } from '../../../machines/routeRun/routeRun.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { NoRobotPanel } from '../../robotRegistration/NoRobotPanel.tsx';
import { RouteRunColumn } from './RouteRunColumn.tsx';
import { RouteMenu } from './RouteMenu.tsx';
import { StartButton } from './StartButton.tsx';

interface RouteListProps {
  readonly screen: CruiseRoutesRef;
  readonly run: RouteRunRef;
}

/** Number of routes from which the search field is shown. */
const SEARCH_FROM = 6;

export function RouteList({ screen, run }: RouteListProps) {
  const t = useT();
  const view = useSelector(useFleet(), selectView);
  const { routes, query, mayEdit } = useSelector(screen, selectRoutes);
  return (
    // Where the panel is not beside the list, without boxes: Stop of a run is sticky in all of the page's content.
    <div className="flex min-w-0 flex-1 flex-col gap-3 max-wide:contents">
      <div className="page-head flex-wrap max-desk:[&>.btn]:h-11 max-desk:[&>.input]:h-11 max-desk:[&>.input]:flex-1">
        <div className="page-title max-desk:flex-[1_0_100%]">
          {/* On phones the top bar has the title. */}
          <h1 className="max-desk:sr-only">{t(view === 'xp' ? 'routes.guideRoutes' : 'routes.cruiseRoutes')}</h1>
          <p>{t('cruiseRoutes.about')}</p>
        </div>
        {(routes.length >= SEARCH_FROM || query['find']) && (
          <SearchInput
            label={t('cruiseRoutes.search')}
            value={query['find'] ?? ''}
            onChange={(text) => screen.send({ type: 'routes.search', words: text })}
          />
        )}
        <Button
          variant="primary"
          icon={Plus}
          disabledReason={mayEdit ? undefined : t('cruiseRoutes.mayNotEdit')}
          onClick={() => screen.send({ type: 'route.new', mapId: '' })}
        >
          {t('cruiseRoutes.new')}
        </Button>
      </div>
      <div className="flex min-w-0 flex-1 flex-row-reverse items-start gap-3 max-wide:contents">
        {/* As long as the list, so that Stop is sticky beside all of it. */}
        <RouteRunColumn
          screen={screen}
          run={run}
          className="w-[372px] flex-none self-stretch max-wide:contents max-wide:[&>.card]:flex-none"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-3 max-wide:flex-none">
          <Floors screen={screen} run={run} />
        </div>
      </div>
    </div>
  );
}

function Floors({ screen, run }: RouteListProps) {
  const t = useT();
  const { routes, query, failure, isRead, mayEdit } = useSelector(screen, selectRoutes);
  const loading = useSelector(screen, selectAreRoutesLoading);
  const noRobot = useSelector(screen, selectHasNoRobot);
  if (noRobot)
    return (
      <div className="card">
        <NoRobotPanel text={t('cruiseRoutes.noRobot.text')} />
      </div>
    );
  if (failure) {
    const forbidden = failure.code === ERRORS.notAllowed || failure.code === ERRORS.robotForeign;
    return (
      <div className="card">
        <StatePanel
          state={forbidden ? 'forbidden' : 'failed'}
          title={t(forbidden ? 'cruiseRoutes.forbidden' : 'cruiseRoutes.failed')}
          text={t.failure(failure)}
        >
          <Button size="s" busy={loading} onClick={() => screen.send({ type: 'routes.reload' })}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      </div>
    );
  }
  if (!isRead)
    return (
      <div className="card">
        <SkeletonBlocks shape="rows" count={5} label={t('cruiseRoutes.loading')} />
      </div>
    );
  const floors = routesByFloor(routes, query['find'] ?? '');
  if (floors.length === 0) {
    return (
      <div className="card">
        {routes.length === 0 ? (
          <StatePanel
            state="empty"
            art="security"
            title={t('cruiseRoutes.none.title')}
            text={t(mayEdit ? 'cruiseRoutes.none.text' : 'cruiseRoutes.none.look')}
          />
        ) : (
          <StatePanel state="empty" art="security" title={t('cruiseRoutes.noneFound')} />
        )}
      </div>
    );
  }
  return floors.map(({ mapId, mapName, floor, routes: rows }) => (
    <section
      key={mapId}
      className="card card-clip"
      aria-label={t('shared.floorAndMap', { floor, map: mapName })}
      aria-busy={loading || undefined}
    >
      <div className="card-head">
        <h2>{floor}</h2>
        <span className="card-note">{mapName}</span>
      </div>
      <ul>
        {rows.map((route) => (
          <RouteRow key={route.pathId} screen={screen} run={run} route={route} />
        ))}
      </ul>
    </section>
  ));
}

function RouteRow({ screen, run, route }: RouteListProps & { readonly route: CruisePathChoice }) {
  const t = useT();
  const working = useSelector(screen, selectIsWorking);
  const { pathId, pathName, isDefault, stopCount, missing } = route;
  return (
    <li className="flex min-h-[50px] items-center gap-1 border-t border-line pr-3 pl-1 max-desk:min-h-14 max-desk:pr-1 max-desk:[&>.btn]:h-11 max-desk:[&>.icon-btn]:size-11">
      <button
        type="button"
        className="flex min-h-[42px] min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5 rounded px-3 py-1 text-left text-13 text-text hover:bg-hover focus-visible:shadow-[inset_0_0_0_2px_var(--focus)] max-desk:min-h-11"
        onClick={() => screen.send({ type: 'route.open', pathId })}
      >
        <b className="text-14 font-semibold wrap-anywhere text-heading">{pathName}</b>
        {isDefault && <StatusPill status="working" icon={Star} label={t('shared.default')} />}
        <span className="text-text-2">{t('cruiseRoutes.stops', { count: stopCount })}</span>
        {missing.length > 0 && (
          <span className="inline-flex items-center gap-1.5 text-st-alarm-text">
            <Icon of={TriangleAlert} size={14} />
            {t('cruiseRoutes.broken', { count: missing.length, stops: missing.map((at) => at + 1).join(', ') })}
          </span>
        )}
      </button>
      <StartButton small screen={screen} run={run} route={route} />
      <RouteMenu screen={screen} route={route} busy={working} />
    </li>
  );
}
