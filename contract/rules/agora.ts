/** Picture and sound over Agora, for robots that announce it on a server that has an Agora project (docs/agora.md). */
import type { RobotAbilities } from '../entities/robot.ts';
import { AGORA } from '../wire/actions.ts';

/** Accounts in a channel. A channel is random and has one viewer, so neither side is named to Agora. */
export const AGORA_ACCOUNTS = { viewer: 'viewer', robot: 'robot' } as const;

export const canUseAgora = ({ video, actions }: Pick<RobotAbilities, 'video' | 'actions'>): boolean =>
  video && actions.includes(AGORA);
