/** Tells everywhere at once that people's relations to robots changed: lists, feed, broker and consoles (design 3, 7). */
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';

export type NotifyRelations = (userIds: readonly string[]) => Promise<void>;

/** What it does comes after the commit: the database is read anew. */
export const createRelationNotifications =
  ({ broker, fleet }: Pick<AppDeps, 'broker' | 'fleet'>): NotifyRelations =>
  async (userIds) => {
    // The broker's own recheck ends the connections of who lost one, within 5 s.
    broker.authFacts.forgetPeople();
    void fleet.recheckMedia();
    await fleet.refresh();
    const notice: Notice = { type: 'relationsChanged' };
    if (broker.isUp())
      await Promise.all([...new Set(userIds)].map((userId) => broker.publish(noticesTopic(userId), notice)));
  };
