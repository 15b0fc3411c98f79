/**
 * Notifies an account's open pages that sessions have ended: pages with such a session check it, and are signed out at
 * once.
 */
import type { Notice } from '../../contract/wire/feed.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';

/**
 * Call after the commit, so that pages find their sessions ended. Their connections are closed, and their control
 * leases end.
 */
export async function tellEnded(
  { broker, fleet }: Pick<AppDeps, 'broker' | 'fleet'>,
  userId: string,
  sessionIds: readonly string[],
): Promise<void> {
  broker.authFacts.forgetPeople();
  void fleet.recheckMedia();
  try {
    if (!broker.isUp()) return;
    for (const sessionId of sessionIds) {
      const notice: Notice = { type: 'sessionEnded', code: ERRORS.sessionInvalid, sessionId };
      await broker.publish(noticesTopic(userId), notice);
    }
  } finally {
    await broker.dropSessions(userId, sessionIds);
  }
}
