/** Browser APIs that only a robot's page uses; tests provide fakes. */
import type { OpenAgora } from '../../../services/agoraSession.ts';
import type { Devices } from '../../../services/rtcMicrophone.ts';

export interface RobotBrowser {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  document: Document;
  devices: Devices;
  pads(): readonly (Gamepad | null)[];
  peer(configuration: RTCConfiguration): RTCPeerConnection;
  /** Loads Agora's SDK, which nothing else does. */
  loadAgora(): Promise<OpenAgora>;
  every(ms: number, act: () => void): () => void;
  nextFrame(act: () => void): () => void;
}

export const browserOf = (page: Window): RobotBrowser => ({
  window: page,
  document: page.document,
  // Undefined outside https and localhost, despite its type.
  devices: page.navigator.mediaDevices as Devices,
  pads: () => page.navigator.getGamepads?.() ?? [],
  peer: (configuration) => new RTCPeerConnection(configuration),
  loadAgora: async () => (await import('../../../services/agoraSdk.ts')).openAgora,
  every(ms, act) {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
  nextFrame(act) {
    const frame = page.requestAnimationFrame(act);
    return () => page.cancelAnimationFrame(frame);
  },
});
