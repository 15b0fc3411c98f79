/** A viewing over Agora before its code is loaded: it remembers what is switched meanwhile, and hands it over. */
import type { AgoraListener, AgoraOptions, AgoraParts, OpenAgora } from './agoraSession.ts';
import type { Viewing } from './rtcSession.ts';

export function openAgoraViewing(
  load: () => Promise<OpenAgora>,
  parts: AgoraParts,
  options: AgoraOptions,
  listener: AgoraListener,
): Viewing {
  const wanted = { ...options };
  let session: Viewing | null = null;
  let isOver = false;
  load().then(
    (open) => {
      if (!isOver) session = open(parts, wanted, listener);
    },
    () => {
      if (!isOver) listener.ended();
    },
  );
  return {
    hear: (down) => session?.hear(down),
    setQuality(quality) {
      wanted.quality = quality;
      session?.setQuality(quality);
    },
    setVoice(track) {
      wanted.voice = track;
      session?.setVoice(track);
    },
    setCamera(track) {
      wanted.camera = track;
      session?.setCamera(track);
    },
    close() {
      isOver = true;
      session?.close();
    },
  };
}
