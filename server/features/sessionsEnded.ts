/** Tells the open pages of an account that sessions of it have ended: those that bear one ask, and are put out at once. */
import type { Notice } from '../../contract/wire/feed.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';

/** For after the commit: whoever asks at once must find them ended. What they held open is closed, and the robots they drove are let go. */
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
