/**
 * What the robot's own `state` says about its wheels, a beat before the cloud's picture does. Names, tasks and
 * problems come with the picture; what a hand on Stop waits for must not.
 */
import type { RobotLive } from '../../../contract/entities/robot.ts';
import type { ReportedState } from '../../../contract/rules/reportedState.ts';
import { statusOf } from '../../../contract/rules/robotStatus.ts';

/** @param at the server's clock at arrival, ms */
export function withFastState(live: RobotLive, state: ReportedState, at: number): RobotLive {
  const merged: RobotLive = { ...live, ...state, connection: 'online', at: Math.max(live.at ?? 0, at) };
  return { ...merged, status: statusOf(merged) };
}

/** Two links, two orders of arrival: a picture may be this much older than the last `state` and still know it, ms. */
const SAME_NEWS_MS = 300;

/** The cloud's picture, keeping of the last `state` what the picture cannot have known yet. */
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
