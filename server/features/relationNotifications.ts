/** Propagates changed relations between users and robots to lists, feed, broker and consoles (design 3, 7). */
import type { AppDeps } from '../appDeps.ts';
import { createNoticeSender } from '../fleet/sendNotice.ts';

export type NotifyRelations = (userIds: readonly string[]) => Promise<void>;

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
