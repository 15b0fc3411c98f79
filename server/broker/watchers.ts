/** The accounts connected to the embedded broker that receive their feed. */
import type { Client } from 'aedes';
import type { ClientIdentity } from './authenticateClient.ts';
import type { Watcher } from './broker.ts';

export function watchersOf(identities: Iterable<ClientIdentity>): Watcher[] {
  const found = new Map<string, Watcher>();
  for (const identity of identities)
    if (identity.kind === 'person' && identity.serialNumber === null)
      found.set(`${identity.userId} ${identity.language ?? ''}`, {
        userId: identity.userId,
        language: identity.language ?? 'zhCN',
      });
  return [...found.values()];
}

/** Those with unread messages. */
export const slowWatchersOf = (identities: Iterable<readonly [Client, ClientIdentity]>): ReadonlySet<string> =>
  new Set(
    [...identities].flatMap(([{ conn }, identity]) =>
      identity.kind === 'person' && identity.serialNumber === null && conn.writableNeedDrain ? identity.userId : [],
    ),
  );
