/**
 * Stop of the followed route run, and Resume above it, never in its place. Both are sticky, each by itself, because a
 * sticky element is a stacking context: Stop is above dialogs, Resume below them.
 */
import { useSelector } from '@xstate/react';
import Play from 'lucide-react/icons/play';
import type { Robot } from '../../../contract/entities/robot.ts';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import { blockingError } from '../../../contract/rules/robotCan.ts';
import { rightsOf } from '../../../contract/rules/rights.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  type RouteRunMonitorRef,
  type RouteRunRef,
  selectEscapeReaches,
} from '../../machines/routeRun/routeRun.selectors.ts';
import { selectSites } from '../../machines/fleet/fleet.selectors.ts';
import { selectIsMobile } from '../../machines/preferences/preferences.selectors.ts';
import type { StopRef } from '../../machines/robotData/stop.selectors.ts';
import { selectUser } from '../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { useLive } from '../hooks/useLive.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { classes } from '../kit/classes.ts';
import { robotName } from '../robots/robotName.ts';
import { StopButtonLarge } from '../robots/StopButtonLarge.tsx';
import { ownZone, timeOfDay } from '../shell/siteTime.ts';
import { useLinks, useMoment } from '../shell/useLinks.ts';
import { USUAL_ABILITIES } from './usualAbilities.ts';

interface RunStopProps {
  readonly run: RouteRunRef;
  readonly following: RouteRunMonitorRef;
  readonly stop: StopRef;
  readonly robot: Robot;
  /** null while it is loaded. */
  readonly known: RouteRun | null;
}

/** Below everything else, and in a low window at the right, where dialogs leave room for it. */
const PLACE = 'sticky flex-none max-wide:order-last sideways:w-56 sideways:self-end';
/** Above a Stop of three lines. */
const RESUME = 'bottom-[calc(var(--h-stop-touch)+24px)] z-10 mt-auto';
const STOP = 'bottom-2 z-55';

export function RunStop({ run, following, stop, robot, known }: RunStopProps) {
  const t = useT();
  const clock = useLive();
  const links = useLinks();
  const { preferences, session } = useApp();
  const mobile = useSelector(preferences, selectIsMobile);
  const user = useSelector(session, selectUser);
  const escapeReaches = useSelector(run, selectEscapeReaches);
  const { shown } = useMoment();
  const site = useSelector(useFleet(), selectSites).find(({ id }) => id === robot.siteId);
  const zone = site?.timeZone ?? ownZone();
  const { live } = robot;
  const name = known?.robotName ?? robotName(robot);
  const hasResume = live.held || live.paused;
  // Resume lifts Stop. Users without the right, or while another user holds control, see the reason.
  const obstacle = blockingError('resume', {
    live,
    // Resume requires none.
    abilities: USUAL_ABILITIES,
    rights: rightsOf(user?.roles ?? [], robot.relation),
    leasedByOther: live.leaseHolder !== null,
    leasedByMe: false,
    now: shown,
  });
  return (
    <>
      {hasResume && (
        <div className={classes(PLACE, RESUME)}>
          <Button
            wide
            className="max-desk:h-11"
            icon={Play}
            disabledReason={
              obstacle
                ? t.failure({
                    code: ERRORS[obstacle],
                    said: '',
                    words: { robot: name, holder: live.leaseHolder ?? '' },
                  })
                : undefined
            }
            onClick={() => following.send({ type: 'robot.resume', stopIds: live.stops.map(({ id }) => id) })}
          >
            {t('shared.resume')}
          </Button>
        </div>
      )}
      <div className={classes(PLACE, STOP, !hasResume && 'mt-auto')}>
        <StopButtonLarge
          stop={stop}
          live={live}
          links={links}
          name={name}
          time={(at) => timeOfDay(at, zone)}
          touch={mobile}
          className="sideways:px-3"
          keyHint={!mobile && escapeReaches && known?.startedBy.userId === user?.id}
          onStop={() => run.send({ type: 'stop.press', at: clock.now() })}
        />
      </div>
    </>
  );
}
