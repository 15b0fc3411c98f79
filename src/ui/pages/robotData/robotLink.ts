/** The last of the four links: the broker to the robot. Pure. */
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import { isSilent } from '../../../../contract/rules/robotStatus.ts';
import type { LinkState } from '../../kit/LinkLine.tsx';

interface Heard {
  readonly live: RobotLive;
  /** The server's clock, ms. */
  readonly now: number;
  readonly links: { readonly lost: boolean };
}

export function robotLink({ live, now, links }: Heard): LinkState {
  if (live.connection !== 'online') return 'down';
  // What is not heard because of our own link says nothing good about the robot either.
  return links.lost || isSilent(live, now) ? 'silent' : 'ok';
}

/** Connected, and yet it says nothing: amber, and no status. */
export const isNotAnswering = ({ live, now }: Pick<Heard, 'live' | 'now'>): boolean => isSilent(live, now);
