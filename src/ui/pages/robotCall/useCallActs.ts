/** What the operator lets the robot say and show in a call, and what the robot reports of it. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { CallPicture } from '../../../../contract/rules/call.ts';
import { selectIsEditing } from '../../../machines/calls/callContent.selectors.ts';
import { selectIsUnheard, selectSentAct } from '../../../machines/calls/calls.selectors.ts';
import { selectContentRef } from '../../../machines/robotCall/robotCall.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { CallPageProps } from './callPage.ts';
import { isPageKey } from './isPageKey.ts';

const PHRASES = [
  'robotCall.say.p1',
  'robotCall.say.p2',
  'robotCall.say.p3',
  'robotCall.say.p4',
  'robotCall.say.p5',
  'robotCall.say.p6',
] as const;

export function useCallActs({ call, calls, state, screen }: CallPageProps) {
  const t = useT();
  const sent = useSelector(calls, selectSentAct);
  const isUnheard = useSelector(calls, selectIsUnheard);
  const content = useSelector(screen, selectContentRef);
  const own = useSelector(content, (snapshot) => snapshot?.context);
  const isTalking = state === 'inCall' && call?.state === 'connected';
  const isRinging = state === 'inCall' && call?.state === 'ringing';
  const cannotSay = isTalking || isRinging ? undefined : t('robotCall.say.notNow');
  const cannotShow = isTalking ? undefined : t('robotCall.say.notNow');
  const cannotShowOwn = own?.showsPictures === false ? t('robotCall.content.notShown') : cannotShow;
  const shown = call?.screen ?? null;
  /** What the robot showed before its connection, or the operator's, was lost. */
  const isOld = shown !== null && (isUnheard || call?.state === 'reconnecting' || state === 'lost');
  /** Until the robot reports it, it is only sent. */
  const isSent = sent !== null && (sent.actId === '' || shown?.actId !== sent.actId);
  const say = (text: string): void => {
    if (call && cannotSay === undefined && text.trim() !== '')
      calls.send({ type: 'calls.act', callId: call.id, text: text.trim(), picture: null });
  };
  const show = (picture: CallPicture | '', imageId = ''): void => {
    const cannot = imageId === '' ? cannotShow : cannotShowOwn;
    if (call && cannot === undefined)
      calls.send({ type: 'calls.act', callId: call.id, text: '', picture, ...(imageId !== '' && { imageId }) });
  };
  const ownPictures = (own?.pictures ?? []).map((one) => ({ ...one, address: own?.addresses[one.fileId] ?? '' }));
  // The site's phrases have the first digits.
  const phrases = [...new Set([...(own?.phrases ?? []), ...PHRASES.map((key) => t(key))])];
  // The editor takes the place of the numbered phrases.
  const isEditing = useSelector(content, selectIsEditing);
  useDigits((digit) => {
    if (isEditing) return;
    const phrase = phrases[digit - 1];
    if (phrase !== undefined) say(phrase);
  });
  return {
    content,
    /** Whether the user may change the site's phrases and pictures. */
    canChange: own?.canChange === true,
    phrases,
    ownPictures,
    /** What the robot shows of the site's pictures; its name can be unknown, if the picture was just deleted. */
    ownShown: shown?.imageId ? (ownPictures.find(({ fileId }) => fileId === shown.imageId) ?? null) : null,
    cannotShowOwn,
    say,
    show,
    cannotSay,
    cannotShow,
    shown,
    isOld,
    isSent,
    /** The site's picture that the robot could not fetch: it has carried out the act, and does not show it; '' for none. */
    notLoaded: sent?.imageId && shown?.actId === sent.actId && shown.imageId !== sent.imageId ? sent.imageId : '',
    isSpeaking: (phrase: string): boolean => shown?.saying === phrase,
    isWaiting: (phrase: string): boolean => shown?.saying !== phrase && isSent && sent?.text === phrase,
  };
}

/** Digits say a phrase, except in text fields and under dialogs. */
function useDigits(press: (digit: number) => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (/^[1-9]$/u.test(event.key) && isPageKey(event)) press(Number(event.key));
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  });
}
