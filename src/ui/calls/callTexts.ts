/** Texts of calls that several pages use. */
import type { Call } from '../../../contract/entities/call.ts';
import type { CallEnd, CallOrigin, CallPicture, CallTopic } from '../../../contract/rules/call.ts';
import type { Key } from '../hooks/localeTexts.ts';
import type { Translate } from '../hooks/translate.ts';

export const END_NAMES = {
  hungUp: 'callTexts.end.hungUp',
  withdrawn: 'callTexts.end.withdrawn',
  declined: 'callTexts.end.declined',
  notAnswered: 'callTexts.end.notAnswered',
  busy: 'callTexts.end.busy',
  linkLost: 'callTexts.end.linkLost',
  rightLost: 'callTexts.end.rightLost',
  robotGone: 'callTexts.end.robotGone',
} as const satisfies Record<CallEnd, Key>;
export const ORIGIN_NAMES = {
  operator: 'callTexts.origin.operator',
  visitor: 'callTexts.origin.visitor',
} as const satisfies Record<CallOrigin, Key>;
export const TOPIC_NAMES = {
  way: 'callTexts.topic.way',
  checkIn: 'callTexts.topic.checkIn',
  luggage: 'callTexts.topic.luggage',
  complaint: 'callTexts.topic.complaint',
  other: 'shared.otherOption',
} as const satisfies Record<CallTopic, Key>;
export const PICTURE_NAMES = {
  plan: 'callTexts.picture.plan',
  followMe: 'callTexts.picture.followMe',
  wait: 'callTexts.picture.wait',
  welcome: 'callTexts.picture.welcome',
} as const satisfies Record<CallPicture, Key>;

const MINUTE_MS = 60_000;
/** '4:12' */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor((seconds * 1_000) / MINUTE_MS)}:${String(seconds % 60).padStart(2, '0')}`;
}
/** How long the two talked, ms; null if nobody answered. @param now for a call in progress */
export const talkedMs = ({ answeredAt, endedAt }: Pick<Call, 'answeredAt' | 'endedAt'>, now: number): number | null =>
  answeredAt === null ? null : (endedAt ?? now) - answeredAt;

const ENDED_BY = { visitor: 'callTexts.endedBy.visitor', system: 'callTexts.endedBy.system' } as const;
/** Who ended it: 'by you'. */
export function endedByText(t: Translate, { endedBy, operator }: Call, userId: string): string {
  if (endedBy === null) return '';
  if (endedBy !== 'operator') return t(ENDED_BY[endedBy]);
  return operator?.id === userId
    ? t('callTexts.endedBy.you')
    : t('callTexts.endedBy.operator', { name: operator?.name ?? '' });
}
/** '4:12', or why nobody talked. */
export function resultText(t: Translate, call: Call): string {
  return call.end === null ? t('shared.inProgress') : t(END_NAMES[call.end]);
}
