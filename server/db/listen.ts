/**
 * Listens for PostgreSQL notifications: all channels on one dedicated connection. Behind a pooler that does not support
 * LISTEN nothing arrives (DATABASE_DIRECT_URL leads around it); notifications only speed up what is polled anyway.
 */
import type pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';
import { endClient } from './endClient.ts';

const AGAIN_MS = 1_000;

export type Channel = 'rights' | 'fleet';

/**
 * @param channels what receives the payload of each notification; '' whenever listening starts, because earlier ones
 * were missed
 * @returns a function that stops listening
 */
export function listenTo(
  newClient: () => pg.Client,
  channels: Readonly<Partial<Record<Channel, (payload: string) => void>>>,
  log: DatabaseLog,
): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const begin = async (): Promise<void> => {
    const next = (client = newClient());
    const lost = (reason: string): void => {
      if (isClosed || client !== next) return;
      client = undefined;
      log.warn({ reason }, 'the LISTEN connection to the database was lost');
      void endClient(next);
      timer = setTimeout(() => void begin(), AGAIN_MS);
    };
    next.on('error', ({ message }) => lost(message));
    next.on('end', () => lost('the connection ended'));
    next.on('notification', ({ channel, payload }) => channels[channel as Channel]?.(payload ?? '')); // only these are listened to
    try {
      await next.connect();
      for (const channel of Object.keys(channels)) await next.query(`listen ${channel}`);
      for (const onNotice of Object.values(channels)) onNotice('');
    } catch (error) {
      lost(error instanceof Error ? error.message : String(error));
    }
  };
  void begin();

  return async () => {
    isClosed = true;
    clearTimeout(timer);
    if (client) await endClient(client);
  };
}
