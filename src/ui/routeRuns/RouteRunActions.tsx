/** Skip and End of a route run in progress, on the cruise routes page and among the commands on the robot's page. */
import { useSelector } from '@xstate/react';
import OctagonMinus from 'lucide-react/icons/octagon-minus';
import SkipForward from 'lucide-react/icons/skip-forward';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import {
  type RouteRunMonitorRef,
  selectIsEnding,
  selectIsSkipping,
} from '../../machines/routeRun/routeRun.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { Button, type ButtonSize } from '../kit/Button.tsx';
import { isHere, placeNow } from './routeRunTexts.ts';
import { ACTIONS_ROW } from './actionsRow.ts';

export interface RouteRunActionsProps {
  readonly run: RouteRun;
  readonly following: RouteRunMonitorRef;
  /** Users without the right see why the buttons are unavailable. */
  readonly mayLead: boolean;
  readonly size?: ButtonSize | undefined;
  /** Icon above label, for touch. */
  readonly stacked?: boolean | undefined;
  /** Rendered in a row with other buttons, without a container. */
  readonly bare?: boolean | undefined;
}

export function RouteRunActions({
  run,
  following,
  mayLead,
  size = 'm',
  stacked = false,
  bare = false,
}: RouteRunActionsProps) {
  const t = useT();
  const skipping = useSelector(following, selectIsSkipping);
  const ending = useSelector(following, selectIsEnding);
  const at = placeNow(run);
  const stop = run.stops[at];
  const forbidden = mayLead ? undefined : t('routeRun.act.notAllowed');
  const skipText =
    stop === undefined
      ? t('routeRun.act.skipShort')
      : t(isHere(run, stop) ? 'routeRun.act.skipStay' : 'routeRun.act.skip', { stop: stop.name });
  return (
    <div className={bare ? 'contents' : ACTIONS_ROW}>
      <Button
        size={size}
        stacked={stacked}
        icon={SkipForward}
        busy={skipping}
        aria-label={skipText}
        disabledReason={forbidden ?? (stop === undefined ? t('routeRun.act.noSkip') : undefined)}
        onClick={() => following.send({ type: 'stop.skip', stop: at, loop: run.loop })}
      >
        {stacked || size === 's' ? t('routeRun.act.skipShort') : skipText}
      </Button>
      <Button
        variant={stacked ? 'secondary' : 'danger'}
        size={size}
        stacked={stacked}
        icon={OctagonMinus}
        busy={ending}
        disabledReason={forbidden}
        onClick={() => following.send({ type: 'routeRun.end', words: { robot: run.robotName, route: run.pathName } })}
      >
        {t('routeRun.act.end')}
      </Button>
      {(skipping || ending) && !stacked && (
        <Button variant="ghost" size={size} onClick={() => following.send({ type: 'request.cancel' })}>
          {t('shared.stopWaiting')}
        </Button>
      )}
    </div>
  );
}
