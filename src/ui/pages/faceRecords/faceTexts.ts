/** Texts of face recognition records. Pure. */
import type { FaceRecord } from '../../../../contract/entities/face.ts';
import { daysUntil, type FaceSelectType, type RevealReason } from '../../../../contract/rules/faces.ts';
import type { Translate } from '../../hooks/translate.ts';
import type { Key } from '../../hooks/localeTexts.ts';

const REASON = {
  highTemperature: 'faceRecords.select.highTemperature',
  guestAsks: 'faceRecords.reason.guestAsks',
  securityCase: 'faceRecords.reason.securityCase',
  missingPerson: 'faceRecords.reason.missingPerson',
  other: 'shared.otherOption',
} as const satisfies Record<RevealReason, Key>;
const SELECT = {
  all: 'common.all',
  registered: 'faceRecords.select.registered',
  stranger: 'faceRecords.select.stranger',
  highTemperature: 'faceRecords.select.highTemperature',
} as const satisfies Record<FaceSelectType, Key>;

export const reasonText = (t: Translate, reason: RevealReason): string => t(REASON[reason]);
export const selectText = (t: Translate, type: FaceSelectType): string => t(SELECT[type]);

export const whoText = (t: Translate, { person }: Pick<FaceRecord, 'person'>): string =>
  person?.name ?? t('faceRecords.who.stranger');
export const consentText = (t: Translate, { person }: Pick<FaceRecord, 'person'>): string =>
  t(
    person === null
      ? 'faceRecords.who.noConsent'
      : person.kind === 'staff'
        ? 'faceRecords.who.staff'
        : 'faceRecords.who.visitor',
  );

export const degreesText = (t: Translate, temperature: number | null): string =>
  temperature === null ? t('shared.dash') : t('faceRecords.temperature', { degrees: temperature.toFixed(1) });
/** For screen readers, which do not see the scale. */
export function temperatureText(t: Translate, { temperature, threshold, isHigh }: FaceRecord): string {
  if (temperature === null) return t('faceRecords.noReading');
  return t(isHigh ? 'faceRecords.temperatureHigh' : 'faceRecords.temperatureOf', {
    degrees: temperature.toFixed(1),
    threshold: threshold.toFixed(1),
  });
}

/** "in 27 days". @param now server clock, ms */
export function pictureText(t: Translate, { pictureUntil }: Pick<FaceRecord, 'pictureUntil'>, now: number): string {
  const days = pictureUntil === null ? 0 : daysUntil(pictureUntil, now);
  return days === 0 ? t('shared.deletedInText') : t('shared.inDays', { count: days });
}
