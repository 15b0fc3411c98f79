/** The operator's microphone: requested when it is switched on, released when it is switched off. */
export type MicrophoneTrouble = 'denied' | 'missing' | 'insecure' | 'failed';

export type Devices = Pick<MediaDevices, 'getUserMedia'> | undefined;

/** @throws the browser's error, to be translated by troubleOf */
export async function openVoice(devices: Devices): Promise<MediaStreamTrack> {
  if (!devices) throw new DOMException('mediaDevices is not available without https', 'SecurityError');
  const stream = await devices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const [track] = stream.getAudioTracks();
  if (!track) throw new DOMException('no track', 'NotFoundError');
  return track;
}

const TROUBLES: Readonly<Record<string, MicrophoneTrouble>> = {
  NotAllowedError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'failed',
  SecurityError: 'insecure',
};
export const troubleOf = (error: unknown): MicrophoneTrouble =>
  error instanceof Error || error instanceof DOMException ? (TROUBLES[error.name] ?? 'failed') : 'failed';
