/** Plays the media stream of a key. */
import { useEffect, useRef } from 'react';
import { useLive } from '../../hooks/useLive.ts';

export interface CallVideoProps {
  readonly streamKey: string;
  readonly muted: boolean;
  readonly label: string;
  /** Whether it is a mirror: people expect to see themselves so. */
  readonly mirrored?: boolean | undefined;
}

export function CallVideo({ streamKey, muted, label, mirrored = false }: CallVideoProps) {
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
  return (
    <video
      ref={element}
      className={
        mirrored ? 'block size-full -scale-x-100 object-cover' : 'absolute inset-0 block size-full object-contain'
      }
      aria-label={label}
      autoPlay
      playsInline
      muted
    />
  );
}
