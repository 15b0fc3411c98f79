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
    <figure className="labels-preview">
      <div
        className={isPicture ? 'labels-paper labels-paper-picture' : 'labels-paper'}
        style={isPicture ? undefined : { aspectRatio: `${width} / ${height}` }}
      >
        <QrPicture text={address} label={t('pointLabels.code', { name: point.name })} level="Q" />
        <div>
          <b>{point.name}</b>
          <span>{t('pointLabels.place', { floor: floor.floor, map: floor.name })}</span>
          <span>{site}</span>
          {!isPicture && kinds.length > 0 && <span>{kinds.join(' · ')}</span>}
        </div>
      </div>
      <figcaption>
        {isPicture ? t('pointLabels.pictureSize') : t('pointLabels.measures', { width, height })}
        <span className="labels-address">{address}</span>
      </figcaption>
      {isOwnDeviceOnly(address) && (
        <Banner tone="warn" title={t('pointLabels.ownDevice')} text={t('pointLabels.ownDeviceText')} />
      )}
    </figure>
  );
}
