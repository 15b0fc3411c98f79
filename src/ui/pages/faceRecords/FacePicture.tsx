/** The pictures of a record: blurred as the server sent it, or clear on a canvas while it is revealed. */
import EyeOff from 'lucide-react/icons/eye-off';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';

const SIZES = { s: 'size-9 rounded-in', l: 'h-[148px] w-[120px] rounded' } as const;
/** Of the canvas; the picture is drawn to cover it. */
const CLEAR = { width: 240, height: 296 } as const;

interface BlurredFaceProps {
  /** A data URL; empty without a picture. */
  readonly blurred: string;
  readonly size: keyof typeof SIZES;
}

export function BlurredFace({ blurred, size }: BlurredFaceProps) {
  const t = useT();
  const box = `${SIZES[size]} flex-none overflow-hidden bg-surface-3`;
  if (blurred === '')
    return (
      <span
        className={`${box} grid place-items-center text-text-2`}
        role="img"
        aria-label={t('faceRecords.picture.none')}
      >
        <Icon of={EyeOff} size={16} />
      </span>
    );
  return (
    <img
      src={blurred}
      alt={t('faceRecords.picture.blurred')}
      className={`${box} block object-cover`}
      draggable={false}
    />
  );
}

interface ClearFaceProps {
  readonly id: string;
  /** Until it closes. */
  readonly seconds: number;
  /** Written across the picture. */
  readonly watermark: string;
}

/** On a canvas without an address: it cannot be dragged, saved from a menu, or found in a cache. */
export function ClearFace({ id, seconds, watermark }: ClearFaceProps) {
  const t = useT();
  const live = useLive();
  const canvas = useRef<HTMLCanvasElement>(null);
  const subscribe = useCallback((changed: () => void) => live.onFace?.(id, changed) ?? (() => undefined), [live, id]);
  const image = useSyncExternalStore(subscribe, () => live.face?.(id) ?? null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !image) return;
    const scale = Math.max(CLEAR.width / image.width, CLEAR.height / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    context.drawImage(image, (CLEAR.width - width) / 2, (CLEAR.height - height) / 2, width, height);
    context.save();
    context.translate(CLEAR.width / 2, CLEAR.height / 2);
    context.rotate(-Math.PI / 5);
    context.font = '600 15px sans-serif';
    context.textAlign = 'center';
    context.fillStyle = 'rgb(255 255 255 / 55%)';
    context.strokeStyle = 'rgb(0 0 0 / 35%)';
    for (const y of [-110, -40, 30, 100]) {
      context.strokeText(watermark, 0, y);
      context.fillText(watermark, 0, y);
    }
    context.restore();
  }, [image, watermark]);
  return (
    <canvas
      ref={canvas}
      {...CLEAR}
      className={`${SIZES.l} flex-none bg-surface-3 select-none print:hidden`}
      role="img"
      aria-label={image ? t('faceRecords.picture.clear', { seconds }) : t('faceRecords.picture.loading')}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
}
