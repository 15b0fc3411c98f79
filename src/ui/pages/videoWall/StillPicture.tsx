/** Draws a picture that was kept of a stream. */
import { useEffect, useRef } from 'react';
import { useLive } from '../../hooks/useLive.ts';
import { classes } from '../../kit/classes.ts';

export function StillPicture({ stillKey, grey }: { readonly stillKey: string; readonly grey: boolean }) {
  const live = useLive();
  const element = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = (): void => {
      const canvas = element.current;
      const still = live.still?.(stillKey);
      if (!canvas || !still) return;
      canvas.width = still.width;
      canvas.height = still.height;
      canvas.getContext('2d')?.drawImage(still, 0, 0);
    };
    draw();
    return live.onStill?.(stillKey, draw);
  }, [live, stillKey]);
  return (
    <canvas
      ref={element}
      className={classes(
        'absolute inset-0 block size-full object-contain',
        grey ? 'opacity-70 grayscale' : 'saturate-[0.55]',
      )}
      aria-hidden="true"
    />
  );
}
