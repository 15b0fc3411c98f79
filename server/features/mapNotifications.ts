/** Notifies the users of a site that one of its maps changed (contract/wire/feed.ts, mapChanged). */
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import type { RequestContext } from '../requestContext.ts';

type Needs = Pick<AppDeps, 'fleet' | 'broker'>;

/** The connected users of a site's robots, with their languages. */
export function readersOfSite({ fleet, broker }: Needs, siteId: string) {
  const isOfSite = (serialNumber: string): boolean => fleet.fleetCache.robot(serialNumber)?.siteId === siteId;
  const readers = new Map(broker.watchers().map((watcher) => [watcher.userId, watcher.language]));
  return [...readers].filter(([reader]) => [...fleet.fleetCache.robotsOf(reader)].some(isOfSite));
}

/** `revision` null: the map was deleted. */
export interface MapChange {
  siteId: string;
  mapId: string;
  revision: number | null;
}

/**
 * Call after the commit: reloads the fleet's maps and notifies the connected users of the site's robots. Clients that
 * miss it reload everything on reconnect.
 */
export const notifyMapChanged =
  (
    { fleet, broker }: Needs,
    { siteId, mapId, revision }: MapChange,
    { userId, nickname }: Pick<RequestContext, 'userId' | 'nickname'>,
  ) =>
  async (): Promise<void> => {
    await fleet.refresh();
    if (!broker.isUp()) return;
    await Promise.all(
      readersOfSite({ fleet, broker }, siteId).map(([reader, language]) => {
        const notice: Notice = {
          type: 'mapChanged',
          siteId,
          mapId,
          revision,
          by: { userId, name: nameIn(nickname, language) },
        };
        return broker.publish(noticesTopic(reader), notice);
      }),
    );
  };
