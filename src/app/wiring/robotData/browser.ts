/** The parts of a browser that only the page of a robot touches; tests hand in others. */
import type { Devices } from '../../../services/rtcMicrophone.ts';

export interface RobotBrowser {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  document: Document;
  devices: Devices;
  pads(): readonly (Gamepad | null)[];
  peer(configuration: RTCConfiguration): RTCPeerConnection;
  every(ms: number, act: () => void): () => void;
  nextFrame(act: () => void): () => void;
}

export const browserOf = (page: Window): RobotBrowser => ({
  window: page,
  document: page.document,
  // Absent off https and localhost, whatever the types say.
  devices: page.navigator.mediaDevices as Devices,
  pads: () => page.navigator.getGamepads?.() ?? [],
  peer: (configuration) => new RTCPeerConnection(configuration),
  every(ms, act) {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
  nextFrame(act) {
    const frame = page.requestAnimationFrame(act);
    return () => page.cancelAnimationFrame(frame);
  },
});
