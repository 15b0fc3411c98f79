/** Changes of a point field by field: distance moved, old and new values. */
import type { PointAttribute } from '../../../../contract/entities/robotConstants.ts';
import type { EditedPoint } from '../../../../contract/entities/mapEdit.ts';
import type { Translate } from '../../hooks/translate.ts';
import { POINT_ATTRIBUTE_KEYS } from '../../labels/pointLocaleKeys.ts';
import { metresText } from './editorTexts.ts';
import { FIELD_LABELS } from './editorLabels.ts';

const FIELDS = [
  ['name', 'name'],
  ['angle', 'angle'],
  ['stayTime', 'stay'],
  ['attributes', 'attributes'],
  ['departWord', 'departWord'],
  ['arrivedWord', 'arrivedWord'],
  ['elevatorId', 'elevator'],
  ['doorId', 'door'],
] as const;
/** Longer texts are truncated to this number of characters. */
const MOST_LETTERS = 40;

export function changeTexts(
  t: Translate,
  from: EditedPoint,
  to: EditedPoint,
  attachmentName: (id: string) => string,
): string[] {
  const metres = Math.hypot(to.worldX - from.worldX, to.worldY - from.worldY);
  const kind = (attribute: PointAttribute): string => (attribute === 'none' ? '' : t(POINT_ATTRIBUTE_KEYS[attribute]));
  const value = (point: EditedPoint, field: (typeof FIELDS)[number][0]): string => {
    switch (field) {
      case 'angle':
        return `${point.angle}${t('shared.degree')}`;
      case 'stayTime':
        return `${point.stayTime} ${t('shared.secondsUnit')}`;
      case 'attributes':
        return point.attributes
          .map(kind)
          .filter((word) => word !== '')
          .join(', ');
      case 'elevatorId':
      case 'doorId':
        return point[field] === null ? '' : attachmentName(point[field]);
      default:
        return point[field].length > MOST_LETTERS ? `${point[field].slice(0, MOST_LETTERS)} …` : point[field];
    }
  };
  const texts = FIELDS.filter(([field]) => JSON.stringify(from[field]) !== JSON.stringify(to[field])).map(
    ([field, word]) =>
      t('mapEditor.save.was', {
        field: t(FIELD_LABELS[word]),
        from: value(from, field) || t('shared.noneInText'),
        to: value(to, field) || t('shared.noneInText'),
      }),
  );
  return metres > 0 ? [t('mapEditor.save.moved', { metres: metresText(metres) }), ...texts] : texts;
}
