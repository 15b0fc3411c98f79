/** Plays the media stream of a key. */
import { useStreamVideo } from '../../video/useStreamVideo.ts';

export interface CallVideoProps {
  readonly streamKey: string;
  readonly muted: boolean;
  readonly label: string;
  /** Whether it is a mirror: people expect to see themselves so. */
  readonly mirrored?: boolean | undefined;
}

export function CallVideo({ streamKey, muted, label, mirrored = false }: CallVideoProps) {
  const element = useStreamVideo(streamKey, muted);
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
