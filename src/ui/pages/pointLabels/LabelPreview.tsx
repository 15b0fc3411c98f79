/** Preview of one label in its final proportions, with its real QR code. */
import { useSelector } from '@xstate/react';
import { labelSheet, isOwnDeviceOnly, pointAddress } from '../../../../contract/rules/pointLabels.ts';
import {
  type PointLabelsRef,
  floorIn,
  selectLabels,
  shownPoint,
} from '../../../machines/pointLabels/pointLabels.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { POINT_ATTRIBUTE_KEYS } from '../../labels/pointLocaleKeys.ts';
import { QrPicture } from '../../kit/QrPicture.tsx';

/** Paper is white in every theme. */
const STICKER =
  'flex items-center gap-2 border border-line-3 bg-on-fill p-2 text-brand-950 [&>svg]:h-auto [&>svg]:w-[52%] [&>svg]:flex-none [&>svg]:fill-brand-950';
const PICTURE =
  'mx-auto flex w-60 max-w-full flex-col items-center gap-2 border border-line-3 bg-on-fill p-2 text-center text-brand-950 [&>svg]:h-auto [&>svg]:w-full [&>svg]:flex-none [&>svg]:fill-brand-950';

export function LabelPreview({ screen }: { readonly screen: PointLabelsRef }) {
  const t = useT();
  const context = useSelector(screen, selectLabels);
  const {
    sheet: { format, paper, size },
    site,
    origin,
  } = context;
  const [floor, point] = [floorIn(context), shownPoint(context)];
  if (!floor || !point) return null;
  const address = pointAddress(origin, point.areaId);
  const { width, height } = labelSheet(paper, size);
  const kinds = point.attributes.flatMap((one) => (one === 'none' ? [] : t(POINT_ATTRIBUTE_KEYS[one])));
  const isPicture = format === 'zip';
  return (
    <figure className="grid gap-2">
      <div
        className={isPicture ? PICTURE : STICKER}
        style={isPicture ? undefined : { aspectRatio: `${width} / ${height}` }}
      >
        <QrPicture text={address} label={t('pointLabels.code', { name: point.name })} level="Q" />
        <div className="grid min-w-0 gap-1 text-12 wrap-anywhere">
          <b className="mb-1 text-20 leading-tight">{point.name}</b>
          <span>{t('shared.floorAndMap', { floor: floor.floor, map: floor.name })}</span>
          <span>{site}</span>
          {!isPicture && kinds.length > 0 && <span>{kinds.join(' · ')}</span>}
        </div>
      </div>
      <figcaption className="grid gap-0.5 text-12 text-text-2">
        {isPicture ? t('pointLabels.pictureSize') : t('pointLabels.measures', { width, height })}
        <span className="font-mono wrap-anywhere">{address}</span>
      </figcaption>
      {isOwnDeviceOnly(address) && (
        <Banner tone="warn" title={t('pointLabels.ownDevice')} text={t('pointLabels.ownDeviceText')} />
      )}
    </figure>
  );
}
