/** Texts shared by parts of the map editor. */
import type { PointFault } from '../../../../contract/rules/points.ts';
import { pointIn, type Points } from '../../../machines/mapEditor/draft.ts';
import type { Translate } from '../../hooks/translate.ts';
import { POINT_FAULT_KEYS } from '../../labels/pointLocaleKeys.ts';

export const faultText = (t: Translate, { error, other }: PointFault, points: Points): string =>
  t(POINT_FAULT_KEYS[error], { other: (other === null ? null : pointIn(points, other)?.name) ?? '' });
/** "version 5". */
export const versionText = (t: Translate, revision: number): string =>
  revision === 0 ? t('mapEditor.originalVersion') : t('mapEditor.version', { revision });
export const metresText = (metres: number): string => metres.toFixed(2);
