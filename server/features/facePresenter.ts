/** Face recognition records for the API: never a clear picture, and nothing that is due for deletion. */
import type { FaceRecord } from '../../contract/entities/face.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { daysMs } from '../../contract/rules/faces.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import type { FaceSiteRow } from '../db/repositories/facePersons.ts';
import type { FacePersonRow, FaceRow, FaceWithPerson } from '../db/repositories/faces.ts';

/** The retention job runs once an hour; what it will delete is not shown until then. */
export const hasPicture = ({ at, fileId, blurred }: FaceRow, { pictureDays }: FaceSiteRow, now: number): boolean =>
  (fileId !== null || blurred !== '') && at.getTime() + daysMs(pictureDays) > now;
export const isConsentOver = ({ until }: FacePersonRow, now: number): boolean =>
  until !== null && until.getTime() <= now;

interface Shown {
  site: FaceSiteRow;
  now: number;
  language: Language;
  /** Names of accounts by their ids. */
  names: ReadonlyMap<string, LocalName>;
}

export function toFaceRecordDto({ face, person }: FaceWithPerson, { site, now, language, names }: Shown): FaceRecord {
  const isErased = person !== null && isConsentOver(person, now);
  const isPictured = hasPicture(face, site, now) && !isErased;
  const at = face.at.getTime();
  return {
    id: face.id,
    serialNumber: face.serialNumber,
    robotName: nameIn(face.robotName, language),
    siteId: face.siteId,
    at,
    person:
      person && !isErased
        ? { id: person.id, name: person.name, kind: person.kind, consentAt: person.consentAt.getTime() }
        : null,
    temperature: face.temperature,
    threshold: face.threshold,
    isHigh: face.isHigh,
    place: nameIn(face.placeName, language),
    alarmCaseId: face.alarmCaseId,
    blurred: isPictured && face.blurred !== '' ? `data:image/webp;base64,${face.blurred}` : '',
    pictureUntil: isPictured ? at + daysMs(site.pictureDays) : null,
    until: at + daysMs(site.rowDays),
    checked:
      face.checkedBy !== null && face.checkedAt !== null
        ? { byName: nameIn(names.get(face.checkedBy) ?? '', language), at: face.checkedAt.getTime() }
        : null,
    demo: face.demo,
  };
}
