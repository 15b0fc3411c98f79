/** The operator's camera in a call: requested when it is switched on, released when it is switched off. */
import type { Devices } from './rtcMicrophone.ts';

/** @throws the browser's error, to be translated by troubleOf */
export async function openOwnCamera(devices: Devices): Promise<MediaStreamTrack> {
  if (!devices) throw new DOMException('mediaDevices is not available without https', 'SecurityError');
  const stream = await devices.getUserMedia({
    video: { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 15, max: 24 } },
  });
  const [track] = stream.getVideoTracks();
  if (!track) throw new DOMException('no track', 'NotFoundError');
  return track;
}
