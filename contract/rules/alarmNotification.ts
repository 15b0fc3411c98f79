/** Messages to contacts about alarm cases: channels, life, limits. */

export const ALARM_CHANNELS = ['sms', 'call', 'email'] as const;
export type AlarmChannel = (typeof ALARM_CHANNELS)[number];

/**
 * `queued`: a job sends it; also between attempts. `kept`: only stored in the outbox, because no gateway is set up.
 * `delivered`, `answered` and a later `failed` are reported by the gateway; `answered`: somebody pressed a key in the
 * phone call. `digested`: waits for a summary, because too many were sent to this contact; servers of earlier versions leave it so
 * when it was sent, with its time. `withdrawn`: the case was taken, or the contact deleted, before it
 * was sent.
 */
export const NOTIFICATION_STATES = [
  'queued',
  'sent',
  'delivered',
  'answered',
  'kept',
  'failed',
  'digested',
  'withdrawn',
] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** What a gateway reports about a message that it accepted. */
export const GATEWAY_REPORTS = ['delivered', 'answered', 'failed'] as const satisfies readonly NotificationState[];
export type GatewayReport = (typeof GATEWAY_REPORTS)[number];

/**
 * The state of a message after a report. Reports can be repeated and arrive in any order: a state never goes back, and
 * what reached somebody did not fail.
 */
export function afterReport(state: NotificationState, report: GatewayReport): NotificationState {
  switch (state) {
    // A report can arrive before the gateway's answer to the request itself.
    case 'queued':
    case 'sent':
    case 'failed':
      return report;
    case 'delivered':
      return report === 'answered' ? 'answered' : 'delivered';
    default:
      return state;
  }
}

/** A gateway that reports at all does so within this time after it accepted a message, ms. */
export const REPORT_WITHIN_MS = 5 * 60_000;

interface SentMessage {
  channel: AlarmChannel;
  state: NotificationState;
  settledAt: number | null;
}
/** Mail servers never report. */
const canReport = ({ channel, state, settledAt }: SentMessage): boolean =>
  channel !== 'email' && state === 'sent' && settledAt !== null;

/**
 * The gateway accepted the message and has not reported since: nobody knows whether it arrived.
 * @param now ms since 1970, by the server's clock
 */
export const isReportMissing = (message: SentMessage, now: number): boolean =>
  canReport(message) && now - (message.settledAt ?? now) >= REPORT_WITHIN_MS;

/** Whether the state is likely to change soon: it is being sent, or its report is due. */
export const isUnderway = (message: SentMessage, now: number): boolean =>
  message.state === 'queued' || (canReport(message) && !isReportMissing(message, now));

/**
 * Whom the messages of a case have reached so far. A message that was accepted and not reported as failed in time counts;
 * so does one that is only stored, because no gateway is set up.
 */
export function reachOf(messages: readonly SentMessage[], now: number): 'somebody' | 'underway' | 'nobody' {
  const isTold = ({ state, settledAt }: SentMessage): boolean =>
    state !== 'failed' && state !== 'withdrawn' && (state !== 'digested' || settledAt !== null);
  const isWaiting = (one: SentMessage): boolean =>
    isUnderway(one, now) || (one.state === 'digested' && one.settledAt === null);
  if (messages.some((one) => isTold(one) && !isWaiting(one))) return 'somebody';
  return messages.some(isWaiting) ? 'underway' : 'nobody';
}

const FIRST_AGAIN_MS = 5 * 60_000;
const MOST_AGAIN_MS = 3_600_000;
/** Messages that are underway are looked at again after this time, ms. */
export const REACH_CHECK_MS = 60_000;
/** How often the contacts of a case are told again, if nobody was reached: for about a day. */
export const MOST_TELL_AGAINS = 24;
/** Pause before contacts are told for another time, ms: 5 minutes, doubled each time, at most an hour. */
export const tellAgainAfterMs = (times: number): number =>
  Math.min(FIRST_AGAIN_MS * 2 ** Math.min(times, 10), MOST_AGAIN_MS);

/** Why a gateway did not accept a message, as stored; the console shows these in its language. */
export const GATEWAY_SILENT = 'the gateway did not answer in time';
export const GATEWAY_UNREACHABLE = 'the gateway could not be reached';
/** Its job ended before it was sent. */
export const SEND_STOPPED = 'the server stopped while it was sent';
export const SEND_CANCELLED = 'its job was cancelled';
const ANSWERED = 'the gateway answered ';
export const gatewayAnswered = (status: number): string => `${ANSWERED}${status}`;

export type SendFailure =
  | { kind: 'silent' | 'unreachable' | 'stopped' | 'cancelled' }
  | { kind: 'answered'; status: string }
  /** Any other reason, in the words of the mail server or of the gateway's report. */
  | { kind: 'other'; text: string };

export function sendFailureOf(reason: string): SendFailure {
  if (reason === GATEWAY_SILENT) return { kind: 'silent' };
  if (reason === GATEWAY_UNREACHABLE) return { kind: 'unreachable' };
  if (reason === SEND_STOPPED) return { kind: 'stopped' };
  if (reason === SEND_CANCELLED) return { kind: 'cancelled' };
  if (reason.startsWith(ANSWERED)) return { kind: 'answered', status: reason.slice(ANSWERED.length) };
  return { kind: 'other', text: reason };
}

/** A one-time link works for this long after its message, ms. */
export const ALARM_LINK_TTL_MS = 24 * 3_600_000;
/** Unknown or expired links that one address may open in a minute. */
export const WRONG_LINKS_PER_ADDRESS = 30;
/** Requests with one link in a minute; its page asks every five seconds. */
export const REQUESTS_PER_LINK = 60;
export const LINK_LIMITS_WINDOW_MS = 60_000;

/** Attempts to send one message. */
export const NOTIFICATION_ATTEMPTS = 4;
/** More messages than this to one contact within the window become one summary. */
export const DIGEST_AFTER = 10;
export const DIGEST_WINDOW_MS = 10 * 60_000;
