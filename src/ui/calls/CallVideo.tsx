/** Plays the media stream of a key. */
import { useStreamVideo } from '../video/useStreamVideo.ts';

export interface CallVideoProps {
  readonly streamKey: string;
  readonly muted: boolean;
  readonly label: string;
  /** Whether it is a mirror: people expect to see themselves so. */
  readonly mirrored?: boolean | undefined;
  /** Fills its place, cut at the edges. */
  readonly filled?: boolean | undefined;
}

export function CallVideo({ streamKey, muted, label, mirrored = false, filled = false }: CallVideoProps) {
  const element = useStreamVideo(streamKey, muted);
  return (
    <video
      ref={element}
      className={
        mirrored
          ? 'block size-full -scale-x-100 object-cover'
          : filled
            ? 'absolute inset-0 block size-full object-cover'
            : 'absolute inset-0 block size-full object-contain'
      }
      aria-label={label}
      autoPlay
      playsInline
      muted
    />
  );
}
