/**
 * The life of an alarm case, as a pure function for server, console and tests:
 *
 *   open ──take──▶ taken ──resolve──▶ resolved ──reopen──▶ open
 *   taken ──release──▶ open          (handed back)
 *   taken ──askHandOver──▶ taken     (waits for the other's acceptance; the owner keeps the case until then)
 *
 *   taken ──owner can no longer act──▶ open
 *   open, taken ──merge──▶ resolved (`merged`): the older of the two cases goes on, taken by who merged them
 *
 * Level one is told when a case was raised, opened again or released, level two 15 minutes later if it is still open. A case that is taken and not
 * resolved within an hour is offered to everyone again, every hour; after four hours level two is told, and nobody afterwards.
 */
import type { Pose } from '../entities/values.ts';
import { LEVEL_TWO_AFTER_MS } from './alarms.ts';

export const CASE_STATES = ['open', 'taken', 'resolved'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Why a case was resolved. */
export const CASE_CAUSES = [
  'handled',
  'removed',
  'repaired',
  'passedOn',
  'byItself',
  'falseAlarm',
  'drill',
  'other',
] as const;
export type CaseCause = (typeof CASE_CAUSES)[number];
/** How a case ended: with a cause that somebody chose, or because it became part of another case. */
export const CASE_ENDINGS = [...CASE_CAUSES, 'merged'] as const;
export type CaseEnding = (typeof CASE_ENDINGS)[number];

/** What the history of a case records. */
export const CASE_ENTRIES = [
  'raised',
  'over',
  'told',
  'nobodyToTell',
  /** Nobody was told, because the robot's notifications are off. */
  'notificationsOff',
  'taken',
  'handOverAsked',
  'handOverAccepted',
  'handOverDeclined',
  'released',
  'ownerGone',
  'askedAgain',
  'resolved',
  'reopened',
  'note',
  /** No picture shows the place after the alarm; `to` is the reason. */
  'noPicture',
  /** Became part of another case; `to` is its number. */
  'merged',
  /** Another case became part of this one; `to` is its number. */
  'mergedHere',
] as const;
export type CaseEntryKind = (typeof CASE_ENTRIES)[number];

/** Why no picture of the place was taken when a case was resolved. */
export const PICTURE_GAPS = ['noCamera', 'offline', 'placeUnknown', 'notInSight', 'notTaken'] as const;
export type PictureGap = (typeof PICTURE_GAPS)[number];

/** An hour after it was taken, a case that is not resolved is offered to everyone again, ms. */
export const ASK_AGAIN_AFTER_MS = 3_600_000;
/** Level one is asked again every hour until this time after the case was taken, ms; then level two, once and for the last time. */
export const LAST_ASK_AFTER_MS = 4 * ASK_AGAIN_AFTER_MS;
/** A resolved case can be opened again for this long, ms. */
export const REOPEN_WITHIN_MS = 7 * 86_400_000;
/** Alarms of one robot and event at one place within this time of the last one belong to one case, ms. */
export const SAME_CASE_WITHIN_MS = 10 * 60_000;
/** Metres within which two alarms are at the same place. */
export const SAME_PLACE_M = 3;
/**
 * Alarms of one robot that open a case in an hour, wherever they are; later ones count to the newest case of their event,
 * and only the first of an event opens one.
 */
export const CASES_PER_ROBOT_PER_HOUR = 60;
/** Retention of resolved cases, with their pictures, ms. */
export const CASES_TTL_MS = 365 * 86_400_000;
/** Retention of the robots' own reports, ms; the cases keep what matters of them. */
export const ALARM_EVENTS_TTL_MS = 30 * 86_400_000;
export const CASE_NOTE_MAX = 500;
/** Entries in the history of one case. */
export const CASE_ENTRIES_MAX = 200;

/** Somebody who acts on a case: an account, or a contact without one who opened a one-time link. */
export interface CaseActor {
  kind: 'account' | 'contact';
  id: string;
}

/** The part of a case that its life changes; times in ms since 1970. */
export interface CaseLife {
  state: CaseState;
  raisedAt: number;
  owner: CaseActor | null;
  takenAt: number | null;
  /** Account that is asked to take the case over. */
  handOverTo: string | null;
  /** When level two is told; null when it has been, or somebody has taken the case. */
  levelTwoAt: number | null;
  levelTwoToldAt: number | null;
  /** When a taken case is offered to everyone again; null when it no longer is. */
  askAgainAt: number | null;
  /** It was, and can be taken by others. */
  isAskedAgain: boolean;
  resolvedAt: number | null;
  cause: CaseEnding | null;
}

export type CaseAct =
  | { type: 'take' }
  | { type: 'askHandOver'; to: string }
  | { type: 'acceptHandOver' }
  | { type: 'declineHandOver' }
  | { type: 'release' }
  | { type: 'resolve'; cause: CaseCause }
  | { type: 'reopen' };

/** Names of errors in contract/wire/errors.ts. */
export type CaseRefusal =
  | 'alarmTakenByOther'
  | 'alarmNotTaken'
  | 'alarmNotYours'
  | 'alarmResolved'
  | 'alarmNotResolved'
  | 'alarmTooOld'
  | 'handOverGone'
  | 'handOverToOwner'
  | 'alarmMerged'
  | 'handOverWaits';

export type CaseOutcome =
  { ok: true; life: CaseLife; entry: CaseEntryKind } | { ok: false; refusal: CaseRefusal; isRepeat?: boolean };

export const newCaseLife = (raisedAt: number): CaseLife => ({
  state: 'open',
  raisedAt,
  owner: null,
  takenAt: null,
  handOverTo: null,
  levelTwoAt: raisedAt + LEVEL_TWO_AFTER_MS,
  levelTwoToldAt: null,
  askAgainAt: null,
  isAskedAgain: false,
  resolvedAt: null,
  cause: null,
});

const isSame = (a: CaseActor | null, b: CaseActor): boolean => a !== null && a.kind === b.kind && a.id === b.id;
const refused = (refusal: CaseRefusal): CaseOutcome => ({ ok: false, refusal });

const takenBy = (life: CaseLife, owner: CaseActor, at: number): CaseLife => ({
  ...life,
  state: 'taken',
  owner,
  takenAt: at,
  handOverTo: null,
  levelTwoAt: null,
  askAgainAt: at + ASK_AGAIN_AFTER_MS,
  isAskedAgain: false,
});

/** An open case without an owner, with a new countdown. */
export const openedAgain = (life: CaseLife, at: number): CaseLife => ({
  ...newCaseLife(life.raisedAt),
  levelTwoAt: at + LEVEL_TWO_AFTER_MS,
});

/** Whether `actor` may take the case now. */
export const canTake = ({ state, owner, isAskedAgain }: CaseLife, actor: CaseActor): boolean =>
  state === 'open' || (state === 'taken' && isAskedAgain && !isSame(owner, actor));

/**
 * What an act changes. A repeated take by its owner changes nothing and is no error, because a reply can get lost.
 * @param at ms since 1970, by the server's clock
 */
export function actOnCase(life: CaseLife, act: CaseAct, actor: CaseActor, at: number): CaseOutcome {
  if (act.type === 'reopen') {
    if (life.state !== 'resolved' || life.resolvedAt === null) return refused('alarmNotResolved');
    if (life.cause === 'merged') return refused('alarmMerged');
    if (at - life.resolvedAt > REOPEN_WITHIN_MS) return refused('alarmTooOld');
    return { ok: true, life: openedAgain(life, at), entry: 'reopened' };
  }
  if (life.state === 'resolved') return refused('alarmResolved');
  const isOwner = isSame(life.owner, actor);
  switch (act.type) {
    case 'take':
      if (isOwner && !life.isAskedAgain) return { ok: false, refusal: 'alarmTakenByOther', isRepeat: true };
      if (isOwner || canTake(life, actor)) return { ok: true, life: takenBy(life, actor, at), entry: 'taken' };
      return refused('alarmTakenByOther');
    case 'askHandOver':
      if (life.state === 'open') return refused('alarmNotTaken');
      if (!isOwner) return refused('alarmNotYours');
      if (isSame(life.owner, { kind: 'account', id: act.to })) return refused('handOverToOwner');
      return { ok: true, life: { ...life, handOverTo: act.to }, entry: 'handOverAsked' };
    case 'acceptHandOver':
      if (actor.kind !== 'account' || life.handOverTo !== actor.id) return refused('handOverGone');
      return { ok: true, life: takenBy(life, actor, at), entry: 'handOverAccepted' };
    case 'declineHandOver':
      if (actor.kind !== 'account' || life.handOverTo !== actor.id) return refused('handOverGone');
      return { ok: true, life: { ...life, handOverTo: null }, entry: 'handOverDeclined' };
    case 'release':
      if (life.state === 'open') return refused('alarmNotTaken');
      if (!isOwner) return refused('alarmNotYours');
      return { ok: true, life: openedAgain(life, at), entry: 'released' };
    case 'resolve':
      if (life.state === 'open') return refused('alarmNotTaken');
      if (!isOwner) return refused('alarmNotYours');
      return {
        ok: true,
        life: {
          ...life,
          state: 'resolved',
          handOverTo: null,
          levelTwoAt: null,
          askAgainAt: null,
          isAskedAgain: false,
          resolvedAt: at,
          cause: act.cause,
        },
        entry: 'resolved',
      };
  }
}

export type MergeOutcome = { ok: true; kept: CaseLife; merged: CaseLife } | { ok: false; refusal: CaseRefusal };

/**
 * Makes a case part of an older one of the same robot. Who merges them takes the older one, so that nobody is told of either
 * any more; a case of a colleague, or one that is offered to somebody, is not merged. It cannot be undone.
 */
export function mergeCases(older: CaseLife, other: CaseLife, actor: CaseActor, at: number): MergeOutcome {
  for (const life of [older, other]) {
    if (life.state === 'resolved') return { ok: false, refusal: 'alarmResolved' };
    if (life.handOverTo !== null) return { ok: false, refusal: 'handOverWaits' };
    if (!isSame(life.owner, actor) && !canTake(life, actor)) return { ok: false, refusal: 'alarmTakenByOther' };
  }
  const isOwned = isSame(older.owner, actor) && !older.isAskedAgain;
  return {
    ok: true,
    kept: isOwned ? older : takenBy(older, actor, at),
    merged: {
      ...other,
      state: 'resolved',
      owner: actor,
      takenAt: other.takenAt ?? at,
      levelTwoAt: null,
      askAgainAt: null,
      isAskedAgain: false,
      resolvedAt: at,
      cause: 'merged',
    },
  };
}

/**
 * The owner can no longer act on the robot: the relation ended, the account was locked or deleted, or the contact is no
 * longer told of such alarms. The case is open again, as if it had been handed back.
 */
export const ownerGone = (life: CaseLife, at: number): CaseLife => openedAgain(life, at);

/** Level two is told now. */
export const levelTwoTold = (life: CaseLife, at: number): CaseLife => ({
  ...life,
  levelTwoAt: null,
  levelTwoToldAt: at,
});
/**
 * A taken case is offered to everyone again now; an offer to one of them that has no answer ends. Without an `askAgainAt`
 * this is the last time, and level two is told. After a time without a server level one is asked first all the same. Others
 * can take the case until it is resolved.
 */
export const askedAgain = (life: CaseLife, at: number): CaseLife => ({
  ...life,
  handOverTo: null,
  isAskedAgain: true,
  askAgainAt: life.isAskedAgain && at - (life.takenAt ?? at) >= LAST_ASK_AFTER_MS ? null : at + ASK_AGAIN_AFTER_MS,
});

/** Whether an alarm belongs to a case with a place; positions in metres on the map. */
export const isSamePlace = (
  a: { mapId: string; x: number; y: number } | null,
  b: { mapId: string; x: number; y: number } | null,
): boolean =>
  a === null || b === null ? a === b : a.mapId === b.mapId && Math.hypot(a.x - b.x, a.y - b.y) <= SAME_PLACE_M;

/** A robot farther away shows too little of a place, metres. */
const SIGHT_M = 8;
/** Half of what a camera sees from left to right, radians. */
const SIGHT_HALF_ANGLE = Math.PI / 5;

/** Whether the camera of a robot at `pose` points at a place, not counting walls. */
export function isFacing(pose: Pose, place: { mapId: string; x: number; y: number }): boolean {
  if (pose.mapId !== place.mapId) return false;
  const [dx, dy] = [place.x - pose.x, place.y - pose.y];
  if (Math.hypot(dx, dy) > SIGHT_M) return false;
  const aside = Math.atan2(dy, dx) - pose.theta;
  return Math.abs(Math.atan2(Math.sin(aside), Math.cos(aside))) <= SIGHT_HALF_ANGLE;
}
