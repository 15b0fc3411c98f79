/**
 * The motion state from the robot's own `state` message, which arrives before the server's live state. Names, tasks and
 * problems come with the live state; the feedback on Stop must not wait for it.
 */
import type { RobotLive } from '../../../contract/entities/robot.ts';
import type { ReportedState } from '../../../contract/rules/reportedState.ts';
import { statusOf } from '../../../contract/rules/robotStatus.ts';

/** @param at server clock at arrival, ms */
export function withFastState(live: RobotLive, state: ReportedState, at: number): RobotLive {
  const merged: RobotLive = { ...live, ...state, connection: 'online', at: Math.max(live.at ?? 0, at) };
  return { ...merged, status: statusOf(merged) };
}

/**
 * Two connections have no common order: live state that is this much older than the last `state` may already include
 * it, ms.
 */
const SAME_NEWS_MS = 300;

/** The server's live state, keeping newer fields of the last `state`. */
export function withPicture(known: RobotLive | null, picture: RobotLive): RobotLive {
  if (!known || picture.connection !== 'online' || (picture.at ?? 0) >= (known.at ?? 0) - SAME_NEWS_MS) {
    return known && picture.connection === 'online'
      ? { ...picture, at: Math.max(picture.at ?? 0, known.at ?? 0) }
      : picture;
  }
  const { battery, charging, driving, paused, eStop, mode, located, localization, speed } = known;
  return withFastState(
    picture,
    { battery, charging, driving, paused, eStop, mode, located, localization, speed },
    known.at ?? 0,
  );
}
