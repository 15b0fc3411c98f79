/** What the parts of the page of a call share. */
import { useSelector } from '@xstate/react';
import type { Call } from '../../../../contract/entities/call.ts';
import {
  type CallsRef,
  type OwnState,
  selectCalledRobot,
  selectMediaRef,
  selectOwnCall,
  selectOwnState,
} from '../../../machines/calls/calls.selectors.ts';
import type { CallMediaRef } from '../../../machines/calls/callMedia.selectors.ts';
import type { RobotCallContext } from '../../../machines/robotCall/robotCall.machine.ts';
import { type RobotCallRef, selectRobotCall } from '../../../machines/robotCall/robotCall.selectors.ts';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { ownZone, timeWithSeconds } from '../../shell/siteTime.ts';

export interface CallPageProps {
  readonly screen: RobotCallRef;
  readonly calls: CallsRef;
  readonly context: RobotCallContext;
  readonly serialNumber: string;
  readonly name: string;
  readonly online: boolean;
  /** The call with this robot; null without one. */
  readonly call: Call | null;
  readonly state: OwnState;
  readonly media: CallMediaRef | undefined;
  readonly userId: string;
  /** Server clock, ms; updated once a second. */
  readonly now: number;
  /** '14:32:06' in the time zone of the robot's site. */
  readonly time: (at: number) => string;
}

export function useCallPage(screen: RobotCallRef, calls: CallsRef): CallPageProps {
  const context = useSelector(screen, selectRobotCall);
  const own = useSelector(calls, selectOwnCall);
  const ownState = useSelector(calls, selectOwnState);
  const called = useSelector(calls, selectCalledRobot);
  const media = useSelector(calls, selectMediaRef);
  const userId = useSelector(useApp().session, selectUser)?.id ?? '';
  const now = useServerNow();
  const { serialNumber, robot, data } = context;
  const isHere = called === serialNumber;
  const zone = data?.timeZone || ownZone();
  return {
    screen,
    calls,
    context,
    serialNumber,
    name: robot?.robotNickName || serialNumber,
    online: robot?.live.connection === 'online',
    call: isHere ? own : null,
    state: isHere ? ownState : 'idle',
    media: isHere ? media : undefined,
    userId,
    now,
    time: (at) => timeWithSeconds(at, zone),
  };
}
