/** Tokens for Agora, and which robots use it, if it is configured beside plain WebRTC (design 1). */
import agora from 'agora-token';
import type { RobotAbilities } from '../../contract/entities/robot.ts';
import { canUseAgora } from '../../contract/rules/agora.ts';
import type { CallTool } from '../../contract/rules/call.ts';
import { MEDIA_TOKEN_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Settings } from '../settings.ts';

const TOKEN_SECONDS = MEDIA_TOKEN_MS / 1_000;

const projectOf = ({ agora: project }: Pick<Settings, 'agora'>): NonNullable<Settings['agora']> => {
  if (!project) throw new ApiError('agoraNotConfigured');
  return project;
};

/** How a robot's picture and sound travel. */
export const mediaTransport = (settings: Pick<Settings, 'agora'>, abilities: RobotAbilities): CallTool =>
  settings.agora && canUseAgora(abilities) ? 'agora' : 'direct';

/** @throws agoraNotConfigured, agoraNotOnRobot */
export function assertAgora(settings: Pick<Settings, 'agora'>, abilities: RobotAbilities, field: string): void {
  if (!settings.agora) throw new ApiError('agoraNotConfigured', { field });
  if (!canUseAgora(abilities)) throw new ApiError('agoraNotOnRobot', { field });
}

/** @throws agoraNotConfigured */
export function signallingToken(
  settings: Pick<Settings, 'agora'>,
  userId: string,
): { appId: string; token: string; account: string } {
  const { appId, appCertificate } = projectOf(settings);
  return {
    appId,
    account: userId,
    token: agora.RtmTokenBuilder.buildToken(appId, appCertificate, userId, TOKEN_SECONDS),
  };
}

/**
 * Token for one account in the channel of one call.
 * @param sends whether it may send audio or video
 * @throws agoraNotConfigured
 */
export function channelToken(
  settings: Pick<Settings, 'agora'>,
  account: string,
  channel: string,
  sends: boolean,
): { appId: string; token: string; channel: string; account: string } {
  const { appId, appCertificate } = projectOf(settings);
  const role = sends ? agora.RtcRole.PUBLISHER : agora.RtcRole.SUBSCRIBER;
  return {
    appId,
    channel,
    account,
    token: agora.RtcTokenBuilder.buildTokenWithUserAccount(
      appId,
      appCertificate,
      channel,
      account,
      role,
      TOKEN_SECONDS,
      TOKEN_SECONDS,
    ),
  };
}
