/** Common props of the robot page's parts: its machines, the robot's data, and text helpers. */
import { useSelector } from '@xstate/react';
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import { blockingError, type RobotAct } from '../../../../contract/rules/robotCan.ts';
import { type ErrorName, ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type CompartmentJamsRef,
  type ResumersRef,
  type RobotDataRef,
  selectCommands,
  selectCompartmentJams,
  selectContext,
  selectCruise,
  selectTeleop,
  selectIsLinked,
  selectLease,
  selectResumersRef,
  selectStop,
  selectVideo,
  selectVideoRecording,
} from '../../../machines/robotData/robotData.selectors.ts';
import { factsOf, type LoadedRobot } from '../../../machines/robotData/robotData.setup.ts';
import type { LeaseRef } from '../../../machines/robotData/lease.selectors.ts';
import type { TeleopRef } from '../../../machines/robotData/teleop.selectors.ts';
import type { StopRef } from '../../../machines/robotData/stop.selectors.ts';
import type { CommandsRef } from '../../../machines/robotData/commands.selectors.ts';
import type { RouteRunMonitorRef } from '../../../machines/routeRun/routeRun.selectors.ts';
import type { VideoRef } from '../../../machines/robotData/video.selectors.ts';
import type { VideoRecordingRef } from '../../../machines/videoRecording/videoRecording.selectors.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { ownZone, timeOfDay, timeStamp } from '../../shell/siteTime.ts';
import { type Links, useLinks } from '../../shell/useLinks.ts';
import { isOld } from '../../labels/staleness.ts';
import { useAge } from '../../labels/useAge.ts';

export interface RobotPageProps {
  readonly screen: RobotDataRef;
  readonly lease: LeaseRef;
  readonly teleop: TeleopRef;
  readonly stop: StopRef;
  readonly commands: CommandsRef;
  /** Users who are allowed to resume, for those who are not. */
  readonly resumers: ResumersRef;
  readonly jams: CompartmentJamsRef;
  /** The robot's current route run, if any. */
  readonly cruise: RouteRunMonitorRef;
  readonly video: VideoRef;
  readonly recording: VideoRecordingRef;
  readonly loaded: LoadedRobot;
  readonly live: RobotLive;
  /** Display name. */
  readonly name: string;
  readonly userId: string;
  readonly links: Links;
  /** Whether this tab's own MQTT link for the robot is open. */
  readonly linked: boolean;
  /** The robot's state is outdated: hatch it and show since when. */
  readonly stale: boolean;
  /** Server time, ms; updated once a second. */
  readonly now: number;
  /** Exact server time, for commands. */
  readonly at: () => number;
  /** '12 s' */
  readonly age: (ms: number) => string;
  /** `time` is '14:32:06', `stamp` has the date as well; both in the time zone of the robot's site. */
  readonly time: (at: number) => string;
  readonly stamp: (at: number) => string;
  /** Why an action is not possible now; undefined if it is. */
  readonly whyNot: (act: RobotAct) => string | undefined;
  readonly notifyError: (error: ErrorName) => string;
}

/** null until the robot is loaded. */
export function useRobotPage(screen: RobotDataRef): RobotPageProps | null {
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  const clock = useLive();
  const links = useLinks();
  const context = useSelector(screen, selectContext);
  const linked = useSelector(screen, selectIsLinked);
  const lease = useSelector(screen, selectLease);
  const teleop = useSelector(screen, selectTeleop);
  const stop = useSelector(screen, selectStop);
  const commands = useSelector(screen, selectCommands);
  const resumers = useSelector(screen, selectResumersRef);
  const jams = useSelector(screen, selectCompartmentJams);
  const cruise = useSelector(screen, selectCruise);
  const video = useSelector(screen, selectVideo);
  const recording = useSelector(screen, selectVideoRecording);
  const { loaded, live, userId } = context;
  if (
    !loaded ||
    !live ||
    !lease ||
    !teleop ||
    !stop ||
    !commands ||
    !resumers ||
    !jams ||
    !cruise ||
    !video ||
    !recording
  )
    return null;

  const zone = loaded.site?.timeZone ?? ownZone();
  const facts = factsOf(context, now);
  const notifyError = (error: ErrorName): string =>
    t.failure({
      code: ERRORS[error],
      said: '',
      words: { holder: context.lease?.holder?.name ?? '', robot: loaded.detail.robotNickName },
    });
  return {
    screen,
    lease,
    teleop,
    stop,
    commands,
    resumers,
    jams,
    cruise,
    video,
    recording,
    loaded,
    live,
    userId,
    links,
    linked,
    now,
    age,
    notifyError,
    at: clock.now,
    name: loaded.detail.robotNickName || loaded.detail.serialNumber,
    stale: links.lost || isOld(live, now),
    time: (at) => timeOfDay(at, zone),
    stamp: (at) => timeStamp(at, zone),
    whyNot: (act) => {
      const obstacle = facts && blockingError(act, facts);
      return obstacle ? notifyError(obstacle) : undefined;
    },
  };
}
