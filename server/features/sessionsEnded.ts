/** Tells the open pages of an account that sessions of it have ended: those that bear one ask, and are put out at once. */
import type { Notice } from '../../contract/wire/feed.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { Parts } from '../parts.ts';

/** For after the commit: whoever asks at once must find them ended. The broker's own recheck closes what they held open, within 5 s. */
export async function tellEnded(broker: Parts['broker'], userId: string, sessionIds: readonly string[]): Promise<void> {
  broker.grounds.forgetPeople();
  if (!broker.isUp()) return;
  for (const sessionId of sessionIds) {
    const notice: Notice = { type: 'sessionEnded', code: ERRORS.sessionInvalid, sessionId };
    await broker.publish(noticesTopic(userId), notice);
  }
}
