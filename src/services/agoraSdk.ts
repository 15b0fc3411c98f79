/** Agora's SDK, set up before its first use. Import this file dynamically, so that it stays in a separate chunk. */
import AgoraRTC from 'agora-rtc-sdk-ng';
import { openAgoraSession, quiet, type OpenAgora } from './agoraSession.ts';

declare module 'agora-rtc-sdk-ng' {
  interface IAgoraRTC {
    /** Missing from the package's types. */
    setParameter(name: 'ENABLE_EVENT_REPORT', value: boolean): void;
  }
}

const sdk = quiet(AgoraRTC);

export const openAgora: OpenAgora = (...session) => openAgoraSession(sdk, ...session);
