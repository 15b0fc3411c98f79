/** Propagates changed relations between users and robots to lists, feed, broker and consoles (design 3, 7). */
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';

export type NotifyRelations = (userIds: readonly string[]) => Promise<void>;

export type SendNotice = (userIds: readonly string[], notice: Notice) => Promise<void>;

export const createNoticeSender =
  ({ broker }: Pick<AppDeps, 'broker'>): SendNotice =>
  async (userIds, notice) => {
    if (broker.isUp())
      await Promise.all([...new Set(userIds)].map((userId) => broker.publish(noticesTopic(userId), notice)));
  };

/** Call after the commit, because it reloads from the database. */
export const createRelationNotifications =
  ({ broker, fleet }: Pick<AppDeps, 'broker' | 'fleet'>): NotifyRelations =>
  async (userIds) => {
    // The broker's periodic recheck closes connections that lost their relation, within 5 s.
    broker.authFacts.forgetPeople();
    void fleet.recheckMedia();
    await fleet.refresh();
    await createNoticeSender({ broker })(userIds, { type: 'relationsChanged' });
  };
