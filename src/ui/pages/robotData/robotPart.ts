/** What every part of a robot's page needs, gathered once: the machines, what is known of the robot, and the words for both. */
import { useSelector } from '@xstate/react';
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import { obstacleTo, type RobotAct } from '../../../../contract/rules/robotCan.ts';
import { type ErrorName, ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type ResumersRef,
  type RobotDataRef,
  selectCommands,
  selectContext,
  selectCruise,
  selectDrive,
  selectIsLinked,
  selectLease,
  selectResumersRef,
  selectStop,
  selectVideo,
} from '../../../machines/robotData/robotData.selectors.ts';
import { factsOf, type LoadedRobot } from '../../../machines/robotData/robotData.setup.ts';
import type { LeaseRef } from '../../../machines/robotData/lease.selectors.ts';
import type { DriveRef } from '../../../machines/robotData/drive.selectors.ts';
import type { StopRef } from '../../../machines/robotData/stop.selectors.ts';
import type { CommandsRef } from '../../../machines/robotData/commands.selectors.ts';
import type { DriveFollowingRef } from '../../../machines/cruiseDrive/cruiseDrive.selectors.ts';
import type { VideoRef } from '../../../machines/robotData/video.selectors.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { timeOfDay, timeStamp } from '../../shell/siteTime.ts';
import { type Links, useLinks } from '../../shell/useLinks.ts';
import { isOld } from '../../words/staleness.ts';
import { useAge } from '../../words/useAge.ts';

export interface RobotPart {
  readonly screen: RobotDataRef;
  readonly lease: LeaseRef;
  readonly drive: DriveRef;
  readonly stop: StopRef;
  readonly commands: CommandsRef;
  /** Who may resume, for whoever may not. */
  readonly resumers: ResumersRef;
  /** The drive along a route that it is on, when it is. */
  readonly cruise: DriveFollowingRef;
  readonly video: VideoRef;
  readonly loaded: LoadedRobot;
  readonly live: RobotLive;
  /** What people call it. */
  readonly name: string;
  readonly userId: string;
  readonly links: Links;
  /** Whether this tab's own link for this robot is open. */
  readonly linked: boolean;
  /** What is shown of the robot is old: hatch it and say since when. */
  readonly stale: boolean;
  /** The server's clock, ms; moves on once a second. */
  readonly now: number;
  /** The server's clock at this very moment, for what a hand asks for. */
  readonly at: () => number;
  /** '12 s' */
  readonly age: (ms: number) => string;
  /** '14:32:06' and the whole of it, in the zone of the robot's site. */
  readonly time: (at: number) => string;
  readonly stamp: (at: number) => string;
  /** Why an act cannot be done now; undefined when it can. */
  readonly whyNot: (act: RobotAct) => string | undefined;
  readonly sayError: (error: ErrorName) => string;
}

/** null until the robot has been read. */
export function useRobotPart(screen: RobotDataRef): RobotPart | null {
  const t = useT();
  const age = useAge();
  const now = useServerNow();
  const clock = useLive();
  const links = useLinks();
  const context = useSelector(screen, selectContext);
  const linked = useSelector(screen, selectIsLinked);
  const lease = useSelector(screen, selectLease);
  const drive = useSelector(screen, selectDrive);
  const stop = useSelector(screen, selectStop);
  const commands = useSelector(screen, selectCommands);
  const resumers = useSelector(screen, selectResumersRef);
  const cruise = useSelector(screen, selectCruise);
  const video = useSelector(screen, selectVideo);
  const { loaded, live, userId } = context;
  if (!loaded || !live || !lease || !drive || !stop || !commands || !resumers || !cruise || !video) return null;

  const zone = loaded.site?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const facts = factsOf(context, now);
  const sayError = (error: ErrorName): string =>
    t.failure({
      code: ERRORS[error],
      said: '',
      words: { holder: context.lease?.holder?.name ?? '', robot: loaded.detail.robotNickName },
    });
  return {
    screen,
    lease,
    drive,
    stop,
    commands,
    resumers,
    cruise,
    video,
    loaded,
    live,
    userId,
    links,
    linked,
    now,
    age,
    sayError,
    at: clock.now,
    name: loaded.detail.robotNickName || loaded.detail.serialNumber,
    stale: links.lost || isOld(live, now),
    time: (at) => timeOfDay(at, zone),
    stamp: (at) => timeStamp(at, zone),
    whyNot: (act) => {
      const obstacle = facts && obstacleTo(act, facts);
      return obstacle ? sayError(obstacle) : undefined;
    },
  };
}
