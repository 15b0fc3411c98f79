/** A face recognition record, a registered person, and what a site allows (design 24). A record never has a clear picture. */
import * as v from 'valibot';
import { FACE_PERSON_KINDS, FACE_SETTING_RIGHTS, REVEAL_REASONS } from '../rules/faces.ts';
import { id } from './values.ts';

export const faceRecord = v.object({
  id,
  serialNumber: v.string(),
  robotName: v.string(),
  siteId: id,
  /** Recognition time, ms. */
  at: v.number(),
  /** null for a stranger. */
  person: v.nullable(v.object({ id, name: v.string(), kind: v.picklist(FACE_PERSON_KINDS), consentAt: v.number() })),
  /** Degrees Celsius with one decimal; null without a reading. */
  temperature: v.nullable(v.number()),
  /** The robot's threshold at that time. */
  threshold: v.number(),
  isHigh: v.boolean(),
  /** Of the nearest point; empty if the robot gave no place. */
  place: v.string(),
  /** The case of its alarm; null if there is none. */
  alarmCaseId: v.nullable(id),
  /** A data URL of the blurred picture; empty without a picture. */
  blurred: v.string(),
  /** When the picture is deleted, ms; null if there is none. */
  pictureUntil: v.nullable(v.number()),
  /** When the record is deleted, ms. */
  until: v.number(),
  checked: v.nullable(v.object({ byName: v.string(), at: v.number() })),
  /** Generated for the demo. */
  demo: v.boolean(),
});
export type FaceRecord = v.InferOutput<typeof faceRecord>;

export const faceReveal = v.object({
  id,
  byName: v.string(),
  at: v.number(),
  reason: v.picklist(REVEAL_REASONS),
  note: v.string(),
  /** Whether the picture was fetched. */
  isOpened: v.boolean(),
});
export type FaceReveal = v.InferOutput<typeof faceReveal>;

export const faceDetails = v.object({
  record: faceRecord,
  reveals: v.array(faceReveal),
  /** Face recognition is on at its site; otherwise nobody can reveal it. */
  isOn: v.optional(v.boolean(), true),
  canReveal: v.boolean(),
  /** Until when the caller can, if an administrator let them, ms; null without such a limit. */
  mayRevealUntil: v.optional(v.nullable(v.number()), null),
  /** The caller can ask for it. */
  mayAsk: v.optional(v.boolean(), false),
  /** When the caller asked for it, ms; null if nobody has to answer. */
  askedAt: v.optional(v.nullable(v.number()), null),
  /** Who can be asked to reveal it; empty if the caller can. */
  administrators: v.array(v.string()),
});
export type FaceDetails = v.InferOutput<typeof faceDetails>;

/** Somebody asks to reveal the faces of a robot for an hour, or may until the hour is over. */
export const faceRequest = v.object({
  serialNumber: v.string(),
  robotName: v.string(),
  askerId: id,
  askerName: v.string(),
  reason: v.picklist(REVEAL_REASONS),
  note: v.string(),
  /** When it was asked, ms. */
  at: v.number(),
  /** When the permission ends, ms; null while nobody has answered. */
  until: v.optional(v.nullable(v.number()), null),
});
export type FaceRequest = v.InferOutput<typeof faceRequest>;

export const faceCounts = v.object({
  all: v.number(),
  registered: v.number(),
  stranger: v.number(),
  highTemperature: v.number(),
});
export type FaceCounts = v.InferOutput<typeof faceCounts>;

export const facePerson = v.object({
  id,
  siteId: id,
  name: v.string(),
  kind: v.picklist(FACE_PERSON_KINDS),
  consentAt: v.number(),
  consentByName: v.string(),
  consentNote: v.string(),
  /** When the consent ends, ms; null: until it is withdrawn. */
  until: v.nullable(v.number()),
  /** Records that name this person. */
  records: v.number(),
});
export type FacePerson = v.InferOutput<typeof facePerson>;

export const faceSetting = v.object({
  siteId: id,
  siteName: v.string(),
  isOn: v.boolean(),
  ground: v.string(),
  /** Who changed it last; empty if nobody has. */
  byName: v.string(),
  at: v.nullable(v.number()),
  pictureDays: v.number(),
  rowDays: v.number(),
  revision: v.number(),
  /** What the caller may change: `shorter`: the days, and only to fewer. */
  mayChange: v.optional(v.picklist(FACE_SETTING_RIGHTS), 'nothing'),
});
export type FaceSetting = v.InferOutput<typeof faceSetting>;
