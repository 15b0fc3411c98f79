/** Plays the media stream of a key. A frame that stays is marked as old by the frame around it; a new stream is black. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { classes } from '../kit/classes.ts';
import { isBlackPicture } from './isBlackPicture.ts';
import { useStreamVideo } from './useStreamVideo.ts';

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
  const element = useStreamVideo(streamKey, muted);
  const blank = useRef(onBlank);
  useLayoutEffect(() => {
    blank.current = onBlank;
  });
  useEffect(() => {
    if (frozen && element.current && isBlackPicture(element.current)) blank.current();
  }, [element, frozen]);
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
