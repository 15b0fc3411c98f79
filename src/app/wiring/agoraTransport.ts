/** Wires a viewing or call over Agora to the API: its tokens, and the end of its channel. */
import { LEAVING } from '../../services/leaving.ts';
import type { AgoraListener, AgoraOptions } from '../../services/agoraSession.ts';
import { openAgoraViewing } from '../../services/agoraViewing.ts';
import type { Viewing } from '../../services/rtcSession.ts';
import type { SignedInServices } from '../signedIn.ts';
import type { RobotBrowser } from './robotData/browser.ts';

interface Needs {
  api: { robots: Pick<SignedInServices['api']['robots'], 'agoraRtc' | 'agoraLeave'> };
  browser: Pick<RobotBrowser, 'loadAgora' | 'every'>;
  ticks(): number;
}
interface AgoraViewingOptions extends AgoraOptions {
  serialNumber: string;
  /** The connection on which the robot can refuse. */
  clientId: string;
  isCall: boolean;
}

export function openAgora(
  { api, browser, ticks }: Needs,
  { serialNumber, clientId, isCall, ...options }: AgoraViewingOptions,
  listener: AgoraListener,
): Viewing {
  return openAgoraViewing(
    browser.loadAgora,
    {
      token: (channel) => api.robots.agoraRtc({ serialNumber, userId: '', channel, clientId, isCall }),
      // If this fails, the channel ends because it is not renewed.
      leave: (channel) => void api.robots.agoraLeave({ serialNumber, channel }, LEAVING).catch(() => {}),
      stream: () => new MediaStream(),
      ticks,
      every: browser.every,
    },
    options,
    listener,
  );
}
