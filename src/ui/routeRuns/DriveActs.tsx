/** Skip and End of a route run in progress, on the cruise routes page and among the commands on the robot's page. */
import '../styles/cruiseDrive.css';
import { useSelector } from '@xstate/react';
import OctagonMinus from 'lucide-react/icons/octagon-minus';
import SkipForward from 'lucide-react/icons/skip-forward';
import type { CruiseDrive } from '../../../contract/entities/cruiseDrive.ts';
import {
  type DriveFollowingRef,
  selectIsEnding,
  selectIsSkipping,
} from '../../machines/cruiseDrive/cruiseDrive.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { Button, type ButtonSize } from '../kit/Button.tsx';
import { isHere, placeNow } from './driveWords.ts';

export interface DriveActsProps {
  readonly drive: CruiseDrive;
  readonly following: DriveFollowingRef;
  /** Users without the right see why the buttons are unavailable. */
  readonly mayLead: boolean;
  readonly size?: ButtonSize | undefined;
  /** Icon above label, for touch. */
  readonly stacked?: boolean | undefined;
  /** Rendered in a row with other buttons, without a container. */
  readonly bare?: boolean | undefined;
}

export function DriveActs({ drive, following, mayLead, size = 'm', stacked = false, bare = false }: DriveActsProps) {
  const t = useT();
  const skipping = useSelector(following, selectIsSkipping);
  const ending = useSelector(following, selectIsEnding);
  const at = placeNow(drive);
  const stop = drive.stops[at];
  const forbidden = mayLead ? undefined : t('cruiseDrive.act.notAllowed');
  const words =
    stop === undefined
      ? t('cruiseDrive.act.skipShort')
      : t(isHere(drive, stop) ? 'cruiseDrive.act.skipStay' : 'cruiseDrive.act.skip', { stop: stop.name });
  return (
    <div className={bare ? 'drive-acts-bare' : 'drive-acts'}>
      <Button
        size={size}
        stacked={stacked}
        icon={SkipForward}
        busy={skipping}
        aria-label={words}
        disabledReason={forbidden ?? (stop === undefined ? t('cruiseDrive.act.noSkip') : undefined)}
        onClick={() => following.send({ type: 'stop.skip', stop: at, loop: drive.loop })}
      >
        {stacked || size === 's' ? t('cruiseDrive.act.skipShort') : words}
      </Button>
      <Button
        variant={stacked ? 'sec' : 'danger'}
        size={size}
        stacked={stacked}
        icon={OctagonMinus}
        busy={ending}
        disabledReason={forbidden}
        onClick={() => following.send({ type: 'drive.end', words: { robot: drive.robotName, route: drive.pathName } })}
      >
        {t('cruiseDrive.act.end')}
      </Button>
      {(skipping || ending) && !stacked && (
        <Button variant="quiet" size={size} onClick={() => following.send({ type: 'wish.cancel' })}>
          {t('cruiseDrive.act.giveUp')}
        </Button>
      )}
    </div>
  );
}
