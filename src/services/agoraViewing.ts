/** A viewing over Agora while its code is loading. What is switched before that is applied once it is loaded. */
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
