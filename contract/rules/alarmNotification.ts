/** Messages to contacts about alarm cases: channels, life, limits. */

export const ALARM_CHANNELS = ['sms', 'call', 'email'] as const;
export type AlarmChannel = (typeof ALARM_CHANNELS)[number];

/**
 * `queued`: a job sends it; also between attempts. `kept`: only stored in the outbox, because no gateway is set up.
 * `digested`: part of a summary, because too many were sent to this contact. `withdrawn`: the case was taken before it
 * was sent.
 */
export const NOTIFICATION_STATES = ['queued', 'sent', 'kept', 'failed', 'digested', 'withdrawn'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** Attempts to send one message. */
export const NOTIFICATION_ATTEMPTS = 4;
/** More messages than this to one contact within the window become one summary. */
export const DIGEST_AFTER = 10;
export const DIGEST_WINDOW_MS = 10 * 60_000;
