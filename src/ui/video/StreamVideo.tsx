/** Plays the media stream of a key. A frame that stays is marked as old by the frame around it; a new stream is black. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLive } from '../hooks/useLive.ts';
import { classes } from '../kit/classes.ts';
import { isBlackPicture } from './isBlackPicture.ts';

export interface StreamVideoProps {
  readonly streamKey: string;
  readonly muted: boolean;
  /** Whether the frame on the screen is a picture; otherwise it does not shine through the overlay. */
  readonly shown: boolean;
  /** No frames arrive, and the last one stays on the screen. */
  readonly frozen: boolean;
  /** Called if that frame is black. */
  readonly onBlank: () => void;
}

export function StreamVideo({ streamKey, muted, shown, frozen, onBlank }: StreamVideoProps) {
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
  const blank = useRef(onBlank);
  useLayoutEffect(() => {
    blank.current = onBlank;
  });
  useEffect(() => {
    if (frozen && element.current && isBlackPicture(element.current)) blank.current();
  }, [frozen]);
  // React does not update `muted` after mount.
  useEffect(() => {
    if (element.current) element.current.muted = muted;
  }, [muted]);
  return (
    <video
      ref={element}
      className={classes('absolute inset-0 block size-full object-contain', !shown && 'opacity-0')}
      autoPlay
      playsInline
      muted
    />
  );
}
