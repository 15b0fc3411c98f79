/** Notifies the users of a site that one of its maps changed (contract/wire/feed.ts, mapChanged). */
import type { Notice } from '../../contract/wire/feed.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import type { RequestContext } from '../requestContext.ts';

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
    { fleet, broker }: Pick<AppDeps, 'fleet' | 'broker'>,
    { siteId, mapId, revision }: MapChange,
    { userId, nickname }: Pick<RequestContext, 'userId' | 'nickname'>,
  ) =>
  async (): Promise<void> => {
    await fleet.refresh();
    if (!broker.isUp()) return;
    const isOfSite = (serialNumber: string): boolean => fleet.fleetCache.robot(serialNumber)?.siteId === siteId;
    const readers = new Map(broker.watchers().map((watcher) => [watcher.userId, watcher.language]));
    await Promise.all(
      [...readers]
        .filter(([reader]) => [...fleet.fleetCache.robotsOf(reader)].some(isOfSite))
        .map(([reader, language]) => {
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
