/** Plays the media stream of a key in a video element. */
import { type RefObject, useEffect, useRef } from 'react';
import { useLive } from '../hooks/useLive.ts';

export function useStreamVideo(streamKey: string, muted: boolean): RefObject<HTMLVideoElement | null> {
  const live = useLive();
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const show = (): void => {
      const stream = live.stream(streamKey);
      const video = element.current;
      if (!video || !stream || video.srcObject === stream) return;
      video.srcObject = stream;
      // Browsers block audio before the first user interaction: fall back to muted playback.
      video.play().catch(() => {
        video.muted = true;
        video.play().catch(() => {});
      });
    };
    show();
    return live.onStream(streamKey, show);
  }, [live, streamKey]);
  // React does not update `muted` after mount.
  useEffect(() => {
    if (element.current) element.current.muted = muted;
  }, [muted]);
  return element;
}
