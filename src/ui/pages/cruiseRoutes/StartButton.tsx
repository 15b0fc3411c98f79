/** Starts a route run: asks for the robot, and once or in a loop. Shows a reason if the route cannot be run. */
import { useSelector } from '@xstate/react';
import Play from 'lucide-react/icons/play';
import type { CruisePathChoice } from '../../../../contract/entities/cruisePath.ts';
import { type CruiseRoutesRef, selectRoutes } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import type { RouteRunRef } from '../../../machines/routeRun/routeRun.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';

interface StartButtonProps {
  readonly screen: CruiseRoutesRef;
  readonly run: RouteRunRef;
  readonly route: CruisePathChoice;
  readonly small?: boolean;
  /** The open route has unsaved changes. */
  readonly isUnsaved?: boolean;
}

export function StartButton({ screen, run, route, small = false, isUnsaved = false }: StartButtonProps) {
  const t = useT();
  const { mayOperate, serialNumber } = useSelector(screen, selectRoutes);
  const { pathId, pathName, mapId, missing } = route;
  const blocked = !mayOperate
    ? t('cruiseRoutes.run.mayNot')
    : missing.length > 0
      ? t('cruiseRoutes.brokenDefault')
      : isUnsaved
        ? t('cruiseRoutes.run.saveFirst')
        : undefined;
  return (
    <Button
      size={small ? 's' : 'm'}
      icon={Play}
      aria-label={t('cruiseRoutes.run.startNamed', { name: pathName })}
      disabledReason={blocked}
      onClick={() => run.send({ type: 'routeRun.choose', route: { pathId, pathName, mapId, missing }, serialNumber })}
    >
      {t('cruiseRoutes.run.start')}
    </Button>
  );
}
