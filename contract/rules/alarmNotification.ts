/** Messages to contacts about alarm cases: channels, life, limits. */

export const ALARM_CHANNELS = ['sms', 'call', 'email'] as const;
export type AlarmChannel = (typeof ALARM_CHANNELS)[number];

/**
 * `queued`: a job sends it; also between attempts. `kept`: only stored in the outbox, because no gateway is set up.
 * `delivered`, `answered` and a later `failed` are reported by the gateway; `answered`: somebody pressed a key in the
 * phone call. `digested`: part of a summary, because too many were sent to this contact. `withdrawn`: the case was taken before it
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
