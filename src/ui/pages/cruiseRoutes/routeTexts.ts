/** Texts shared by parts of the route editor. */
import type { MapPoint } from '../../../../contract/entities/map.ts';
import type { DraftStop } from '../../../machines/cruiseRoutes/draft.ts';
import type { Translate } from '../../hooks/translate.ts';

/** Locale keys by fault, written out so that the check of unused texts finds them. */
export const FAULT_KEYS = {
  nameEmpty: 'shared.enterAName',
  nameTooLong: 'cruiseRoutes.fault.nameTooLong',
  nameTaken: 'cruiseRoutes.fault.nameTaken',
  speechTooLong: 'cruiseRoutes.fault.speechTooLong',
  tooFewStops: 'cruiseRoutes.fault.tooFewStops',
  sameAsBefore: 'cruiseRoutes.fault.sameAsBefore',
  pointGone: 'cruiseRoutes.fault.pointGone',
  onOtherMap: 'cruiseRoutes.fault.onOtherMap',
  stayTimeWrong: 'shared.enterSeconds',
  angleWrong: 'shared.enterAngle',
} as const;

export const nameOf = (t: Translate, points: readonly MapPoint[], { areaId }: Pick<DraftStop, 'areaId'>): string =>
  points.find((point) => point.areaId === areaId)?.name ?? t('shared.deletedPoint');

const MINUTE_S = 60;
const HOUR_S = 3_600;
export function durationText(t: Translate, seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < MINUTE_S) return t('common.seconds', { seconds: whole });
  if (whole < HOUR_S)
    return t('cruiseRoutes.sum.minutes', { minutes: Math.floor(whole / MINUTE_S), seconds: whole % MINUTE_S });
  return t('cruiseRoutes.sum.hours', {
    hours: Math.floor(whole / HOUR_S),
    minutes: Math.floor((whole % HOUR_S) / MINUTE_S),
  });
}
