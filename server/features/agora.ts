/** Tokens for Agora, where it is configured in place of plain WebRTC (design 1). */
import agora from 'agora-token';
import type { Right } from '../../contract/rules/rights.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import type { Settings } from '../settings.ts';

/** Seconds a token is good for; the console fetches one for each call. */
const TOKEN_SECONDS = 3_600;

const projectOf = ({ agora: project }: Pick<Settings, 'agora'>): NonNullable<Settings['agora']> => {
  if (!project) throw new CodedError('agoraNotConfigured');
  return project;
};

/** @throws agoraNotConfigured */
export function signallingToken(settings: Pick<Settings, 'agora'>, userId: string): { appId: string; token: string; account: string } {
  const { appId, appCertificate } = projectOf(settings);
  return { appId, account: userId, token: agora.RtmTokenBuilder.buildToken(appId, appCertificate, userId, TOKEN_SECONDS) };
}

/** For the robot's channel, named by its serial number; sound towards it needs the right to operate. @throws agoraNotConfigured */
export function channelToken(settings: Pick<Settings, 'agora'>, userId: string, serialNumber: string, rights: readonly Right[]): { appId: string; token: string; channel: string; account: string } {
  const { appId, appCertificate } = projectOf(settings);
  const role = rights.includes('operate') ? agora.RtcRole.PUBLISHER : agora.RtcRole.SUBSCRIBER;
  const token = agora.RtcTokenBuilder.buildTokenWithUserAccount(appId, appCertificate, serialNumber, userId, role, TOKEN_SECONDS, TOKEN_SECONDS);
  return { appId, token, channel: serialNumber, account: userId };
}
