/**
 * What became of messages to contacts, in the reader's language. Pages that use it list `alarmMessages` among their
 * locales.
 */
import {
  type AlarmChannel,
  isReportMissing,
  type NotificationState,
  sendFailureOf,
} from '../../../contract/rules/alarmNotification.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';

export const CHANNEL_NAMES = {
  sms: 'shared.textMessage',
  call: 'shared.phoneCall',
  email: 'shared.emailMessage',
} as const satisfies Record<AlarmChannel, Key>;

const STATES = {
  queued: 'alarmMessages.state.queued',
  sent: 'common.sent',
  delivered: 'shared.delivered',
  answered: 'shared.confirmedByKey',
  kept: 'alarmMessages.state.kept',
  failed: 'alarmMessages.state.failed',
  digested: 'alarmMessages.state.digested',
  withdrawn: 'alarmMessages.state.withdrawn',
} as const satisfies Record<NotificationState, Key>;

const TONES: Partial<Record<NotificationState, string>> = {
  delivered: 'text-st-online-text',
  answered: 'text-st-online-text',
  failed: 'text-st-alarm-text',
};

export interface ShownMessage {
  readonly channel: AlarmChannel;
  readonly state: NotificationState;
  readonly settledAt: number | null;
}

/** The state and its colour. An accepted message counts as arrived only by a report. @param now server time, ms */
export const messageState = (t: Translate, message: ShownMessage, now: number): { text: string; tone: string } =>
  isReportMissing(message, now)
    ? { text: t('alarmMessages.noReport'), tone: 'text-attn-text' }
    : { text: t(STATES[message.state]), tone: TONES[message.state] ?? 'text-text-2' };

/** Why an attempt failed. */
export function sendFailureText(t: Translate, reason: string): string {
  const failure = sendFailureOf(reason);
  switch (failure.kind) {
    case 'silent':
      return t('alarmMessages.failure.silent');
    case 'unreachable':
      return t('alarmMessages.failure.unreachable');
    case 'stopped':
      return t('alarmMessages.failure.stopped');
    case 'cancelled':
      return t('alarmMessages.failure.cancelled');
    case 'answered':
      return t('alarmMessages.failure.answered', { status: failure.status });
    case 'other':
      return failure.text;
  }
}
