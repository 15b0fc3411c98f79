/** Square crop of a picture, by dragging or with three sliders. */
import { useSelector } from '@xstate/react';
import { useDrag } from '@use-gesture/react';
import { MOST_ZOOM, squareOf } from '../../../machines/userSetting/crop.ts';
import {
  type AvatarRef,
  selectCrop,
  selectIsAvatarSaving,
  selectPicture,
} from '../../../machines/userSetting/userSetting.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Slider } from '../../kit/Slider.tsx';
import { FOOT, NOTE } from './settingsLayout.tsx';

const STEP = 0.01;
const share = (value: number): string => `${Math.round(value * 100)}%`;

export function CropBox({ avatar }: { readonly avatar: AvatarRef }) {
  const t = useT();
  const picture = useSelector(avatar, selectPicture);
  const crop = useSelector(avatar, selectCrop);
  const saving = useSelector(avatar, selectIsAvatarSaving);
  const change = (part: Partial<typeof crop>): void => avatar.send({ type: 'crop.change', crop: part });
  const bind = useDrag(({ movement: [dx, dy], memo = crop, currentTarget }) => {
    if (!picture) return memo as typeof crop;
    const from = memo as typeof crop; // crop at the start of the drag
    const scale = squareOf(picture, from).side / (currentTarget as HTMLElement).clientWidth; // the element that `bind` is spread on below
    change({ x: from.x - (dx * scale) / picture.width, y: from.y - (dy * scale) / picture.height });
    return from;
  });
  if (!picture) return null;
  const { left, top, side } = squareOf(picture, crop);
  const percent = (length: number): string => `${(length / side) * 100}%`;
  const sliders = [
    ['zoom', t('common.zoom'), 1, MOST_ZOOM, `${crop.zoom.toFixed(1)}×`],
    ['x', t('userSetting.avatar.across'), 0, 1, share(crop.x)],
    ['y', t('userSetting.avatar.down'), 0, 1, share(crop.y)],
  ] as const;
  return (
    <>
      <div className="flex flex-wrap gap-6">
        <div
          {...bind()}
          className="relative size-44 cursor-grab touch-none overflow-hidden rounded-full bg-surface-3 select-none"
          aria-hidden="true"
        >
          <img
            className="pointer-events-none absolute max-w-none"
            src={picture.url}
            alt=""
            draggable={false}
            style={{
              width: percent(picture.width),
              height: percent(picture.height),
              left: percent(-left),
              top: percent(-top),
            }}
          />
        </div>
        <div className="grid min-w-50 flex-1 content-center gap-3">
          {sliders.map(([name, label, min, max, valueText]) => (
            <div key={name} className="field">
              <span className="field-label" aria-hidden="true">
                {label}
              </span>
              <Slider
                label={label}
                value={crop[name]}
                min={min}
                max={max}
                step={STEP}
                valueText={valueText}
                onChange={(value) => change({ [name]: value })}
              />
            </div>
          ))}
        </div>
      </div>
      <div className={FOOT}>
        <span className={NOTE}>{t('userSetting.avatar.drag')}</span>
        <Button onClick={() => avatar.send({ type: 'picture.cancel' })}>{t('common.cancel')}</Button>
        <Button variant="primary" busy={saving} onClick={() => avatar.send({ type: 'picture.save' })}>
          {t('userSetting.avatar.save')}
        </Button>
      </div>
    </>
  );
}
