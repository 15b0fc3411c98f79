/** State of the last link, from broker to robot. Pure. */
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import { isSilent } from '../../../../contract/rules/robotStatus.ts';
import type { LinkState } from '../../kit/LinkLine.tsx';

interface Heard {
  readonly live: RobotLive;
  /** Server time, ms. */
  readonly now: number;
  readonly links: { readonly lost: boolean };
}

export function robotLink({ live, now, links }: Heard): LinkState {
  if (live.connection !== 'online') return 'down';
  // While our own connection is lost, the robot's state is unknown as well.
  return links.lost || isSilent(live, now) ? 'silent' : 'ok';
}

/** Connected but silent: shown in amber, without a status. */
export const isNotAnswering = ({ live, now }: Pick<Heard, 'live' | 'now'>): boolean => isSilent(live, now);
