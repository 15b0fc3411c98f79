/**
 * Fleet overview (spec 2 "Home"): robots that need attention, their tasks and positions. Filter, order, floor and
 * selected robot live in the URL: the machine patches the URL, and the page renders from it.
 */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import {
  selectFleetFailure,
  selectHasFleet,
  selectRobotsInView,
  selectSites,
  selectView,
} from '../../../machines/fleet/fleet.selectors.ts';
import { type HomeRef, selectHomeQuery } from '../../../machines/home/home.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { useApp, useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { AlarmBar } from './AlarmBar.tsx';
import { EmptyView } from './EmptyView.tsx';
import { FleetCard } from './FleetCard.tsx';
import { FleetMap } from './FleetMap.tsx';
import { HomeFilters } from './HomeFilters.tsx';
import { HomeHead } from './HomeHead.tsx';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import { queryPatch, readQuery, type HomeQueryProps } from './homeQuery.ts';
import { RobotCards } from './RobotCards.tsx';
import { RobotTable } from './RobotTable.tsx';
import { useHomeRows } from './useHomeRows.ts';

export function HomePage({ screen }: { readonly screen: HomeRef }) {
  const t = useT();
  const fleet = useFleet();
  const ready = useSelector(fleet, selectHasFleet);
  const failure = useSelector(fleet, selectFleetFailure);
  const query = readQuery(useSelector(screen, selectHomeQuery));
  const part: HomeQueryProps = {
    screen,
    query,
    onShow: (change, push = false) => screen.send({ type: 'home.show', query: queryPatch(change), push }),
  };
  const sites = useSelector(fleet, selectSites);

  return (
    <>
      <HomeHead sites={sites} loading={!ready && !failure} />
      {ready ? (
        <Fleet {...part} />
      ) : failure ? (
        <Stage>
          <StatePanel state="failed" title={t('home.failed.title')} text={t.failure(failure)}>
            <Button size="s" onClick={() => fleet.send({ type: 'fleet.refresh' })}>
              {t('common.retry')}
            </Button>
          </StatePanel>
        </Stage>
      ) : (
        <HomeSkeleton view={query.view} />
      )}
    </>
  );
}

/** Centred message shown instead of the page content. */
function Stage({ children }: { readonly children: ReactNode }) {
  return <div className="card grid flex-1 place-items-center">{children}</div>;
}

function Fleet(part: HomeQueryProps) {
  const { query, onShow } = part;
  const t = useT();
  const fleet = useFleet();
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  const inView = useSelector(fleet, selectRobotsInView);
  const view = useSelector(fleet, selectView);
  const rows = useHomeRows(part);

  if (inView.length === 0 && view !== 'all') {
    return (
      <Stage>
        <EmptyView view={view} onAll={() => fleet.send({ type: 'view.choose', view: 'all' })} />
      </Stage>
    );
  }
  const map = <FleetMap {...part} rows={rows} />;
  if (mobile && query.view === 'map') return <div className="home-map -mx-4 -my-3 min-h-0 flex-1">{map}</div>;

  const list =
    rows.length === 0 ? (
      <StatePanel state="empty" title={t('shell.noMatchingRobots')} text={t('home.empty.text')}>
        <Button size="s" onClick={() => onShow({ filter: 'all', words: '' })}>
          {t('shell.clearFilters')}
        </Button>
      </StatePanel>
    ) : query.view === 'table' && !mobile ? (
      <RobotTable {...part} rows={rows} />
    ) : (
      <RobotCards {...part} rows={rows} mobile={mobile} />
    );
  return (
    <>
      <AlarmBar {...part} />
      <FleetCard {...part} />
      <HomeFilters {...part} robots={inView} mobile={mobile} />
      {mobile || query.view === 'table' ? (
        list
      ) : (
        <div className="home-split">
          {list}
          {map}
        </div>
      )}
    </>
  );
}
