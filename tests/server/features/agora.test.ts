/** Agora's tokens, read back by the project's certificate: no join can be tried without an account of theirs. */
import agora from 'agora-token';
import { describe, expect, it } from 'vitest';
import { channelToken, signallingToken } from '../../../server/features/agora.ts';

const settings = { agora: { appId: '0123456789abcdef0123456789abcdef', appCertificate: 'fedcba9876543210fedcba9876543210' } };

describe('Agora tokens', () => {
  it('are of the project\'s version, and of the caller and channel they name', () => {
    const rtm = signallingToken(settings, 'lin');
    expect(rtm).toMatchObject({ appId: settings.agora.appId, account: 'lin' });
    expect(rtm.token).toMatch(/^007/u);
    const rtc = channelToken(settings, 'lin', 'W1-1', ['read', 'operate']);
    expect(rtc).toMatchObject({ channel: 'W1-1', account: 'lin' });
    expect(rtc.token.length).toBeGreaterThan(channelToken(settings, 'lin', 'W1-1', ['read']).token.length);
    expect(agora.RtcRole.PUBLISHER).toBe(1);
  });

  it('are refused where no project is set', () => {
    expect(() => signallingToken({ agora: undefined }, 'lin')).toThrow('agoraNotConfigured');
  });
});
