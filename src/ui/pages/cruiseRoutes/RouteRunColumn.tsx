/** Panel beside the routes with the followed route run and the other runs of the site. */
import { useSelector } from '@xstate/react';
import { type CruiseRoutesRef, selectRoutes } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import type { RouteRunRef } from '../../../machines/routeRun/routeRun.selectors.ts';
import { RouteRunPanel } from '../../routeRuns/RouteRunPanel.tsx';

interface RouteRunColumnProps {
  readonly screen: CruiseRoutesRef;
  readonly run: RouteRunRef;
  readonly className: string;
}

export function RouteRunColumn({ screen, run, className }: RouteRunColumnProps) {
  const { routes } = useSelector(screen, selectRoutes);
  const again = (pathId: string, serialNumber: string): void => {
    const route = routes.find((one) => one.pathId === pathId);
    if (route)
      run.send({
        type: 'routeRun.choose',
        route: { pathId, pathName: route.pathName, mapId: route.mapId, missing: route.missing },
        serialNumber,
      });
  };
  return (
    <RouteRunPanel
      run={run}
      className={className}
      routeName={(pathId) => routes.find((one) => one.pathId === pathId)?.pathName ?? ''}
      onAgain={again}
    />
  );
}
