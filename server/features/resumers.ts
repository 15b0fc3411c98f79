/** For operators who can stop a robot but not resume it: lists who can, and sends them a notice. */
import { LRUCache } from 'lru-cache';
import type { Handlers } from '../../contract/endpoint.ts';
import type { resumers as catalogue } from '../../contract/endpoints/resumers.ts';
import { MOST_RESUMERS, RESUME_ASK_EVERY_MS } from '../../contract/rules/limits.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { peopleOf, type MemberRow } from '../db/repositories/robotMembers.ts';
import type { RequestContext } from '../requestContext.ts';

/** Maximum number of cached requests, over all users and robots; the oldest are evicted first. */
const MOST_ASKS = 10_000;

export function createResumerHandlers({
  broker,
  fleet,
  now,
  log,
}: Pick<AppDeps, 'broker' | 'fleet' | 'now' | 'log'>): Handlers<typeof catalogue, RequestContext> {
  /** Recent requests, by user and robot. */
  const asks = new LRUCache<string, true>({
    max: MOST_ASKS,
    ttl: RESUME_ASK_EVERY_MS,
    ttlResolution: 0,
    perf: { now },
  });

  /** Users with an open console come first. */
  const resumersOf = async (
    { db, userId }: RequestContext,
    serialNumber: string,
  ): Promise<{ person: MemberRow; online: boolean }[]> => {
    const watching = new Set(broker.watchers().map((watcher) => watcher.userId));
    const may = (await peopleOf(db, serialNumber)).filter(
      ({ roles, relation }) => relation.userId !== userId && hasRight(roles, relationOf(relation), 'operate'),
    );
    return may
      .map((person) => ({ person, online: watching.has(person.relation.userId) }))
      .sort((a, b) => Number(b.online) - Number(a.online))
      .slice(0, MOST_RESUMERS);
  };

  const countAsk = (key: string): void => {
    const wait = asks.getRemainingTTL(key);
    if (wait > 0) throw new ApiError('tooManyRequests', { words: { seconds: Math.ceil(wait / 1000) } });
    asks.set(key, true);
  };

  return {
    async list({ serialNumber }, context) {
      const people = await resumersOf(context, serialNumber);
      return {
        people: people.map(({ person, online }) => ({ name: nameIn(person.nickname, context.language), online })),
      };
    },

    async ask({ serialNumber }, context) {
      const { held, paused } = fleet.live(serialNumber, context.language);
      if (!held && !paused) throw new ApiError('notPaused');
      countAsk(`${context.userId} ${serialNumber}`);
      const people = await resumersOf(context, serialNumber);
      const notice: Notice = { type: 'resumeAsked', serialNumber, by: nameIn(context.nickname, context.language) };
      context.afterCommit(async () => {
        if (!broker.isUp()) return;
        const sent = await Promise.allSettled(
          people.map(({ person }) => broker.publish(noticesTopic(person.relation.userId), notice)),
        );
        for (const one of sent)
          if (one.status === 'rejected') log.warn({ error: one.reason as unknown }, 'a notice was not sent');
      });
      return null;
    },
  };
}
