/**
 * The robot panel, connected: robots from the fleet machine, alarm cases from the alarms machine, width from the
 * preferences, places on the video wall from the page.
 */
import { useSelector } from '@xstate/react';
import {
  selectCurrentSerialNumber,
  selectFilter,
  selectFleetFailure,
  selectHasFleet,
  selectIsFleetLoading,
  selectKeyword,
  selectPanelRows,
  selectRobotsInView,
  selectTyped,
  selectView,
} from '../../machines/fleet/fleet.selectors.ts';
import { selectIsPanelNarrow } from '../../machines/preferences/preferences.selectors.ts';
import type { PanelRobots } from '../../../contract/pages/definePage.ts';
import { useCaseNames } from '../alarms/useCaseNames.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { RobotPanel } from './RobotPanel.tsx';
import { useTileNumbers } from './useTileNumbers.ts';
import { isListed } from '../shell/robotPanelRules.ts';

/** @param isCramped the window is too narrow for the wide panel */
export function PanelPlace({ robots, isCramped }: { readonly robots: PanelRobots; readonly isCramped: boolean }) {
  const fleet = useFleet();
  const { preferences } = useApp();
  const rows = useSelector(fleet, selectPanelRows);
  const inView = useSelector(fleet, selectRobotsInView);
  const view = useSelector(fleet, selectView);
  const ready = useSelector(fleet, selectHasFleet);
  const narrow = useSelector(preferences, selectIsPanelNarrow);
  const failed = useSelector(fleet, selectFleetFailure) !== null;
  return (
    <RobotPanel
      rows={rows.filter((robot) => isListed(robot, robots))}
      total={inView.filter((robot) => isListed(robot, robots)).length}
      current={useSelector(fleet, selectCurrentSerialNumber)}
      cases={useCaseNames()}
      tiles={useTileNumbers()}
      filter={useSelector(fleet, selectFilter)}
      keyword={useSelector(fleet, selectKeyword)}
      typed={useSelector(fleet, selectTyped)}
      onType={(words) => fleet.send({ type: 'keyword.type', words })}
      narrow={narrow || isCramped}
      state={ready ? 'ready' : failed ? 'failed' : 'loading'}
      refreshing={useSelector(fleet, selectIsFleetLoading)}
      onRefresh={() => fleet.send({ type: 'fleet.refresh' })}
      onFilter={(filter) => fleet.send({ type: 'filter.set', filter })}
      onKeyword={(keyword) => fleet.send({ type: 'keyword.set', keyword })}
      onNarrow={isCramped ? null : () => preferences.send({ type: 'panel.toggleWidth' })}
      onAllViews={view === 'all' ? null : () => fleet.send({ type: 'view.choose', view: 'all' })}
      onChoose={(serialNumber) => fleet.send({ type: 'robot.choose', serialNumber })}
    />
  );
}
