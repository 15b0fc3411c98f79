/**
 * Listens for PostgreSQL notifications on a dedicated connection. Behind a pooler that does not support LISTEN nothing
 * arrives; notifications only speed up what is polled anyway.
 */
import type pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';

const AGAIN_MS = 1_000;

/**
 * @param onNotice receives the payload of each notification; '' whenever listening starts, because earlier ones were
 * missed
 * @returns a function that stops listening
 */
export function listenTo(
  newClient: () => pg.Client,
  channel: 'rights',
  onNotice: (words: string) => void,
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
      next.end().catch(() => undefined);
      timer = setTimeout(() => void begin(), AGAIN_MS);
    };
    next.on('error', ({ message }) => lost(message));
    next.on('end', () => lost('the connection ended'));
    next.on('notification', ({ payload }) => onNotice(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      onNotice('');
    } catch (error) {
      lost(error instanceof Error ? error.message : String(error));
    }
  };
  void begin();

  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
