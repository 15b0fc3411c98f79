/** Hears what the database notifies, over a connection of its own. Behind a pooler that passes no notices nothing is heard: they only make sooner what is asked for anyway. */
import type pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';

const AGAIN_MS = 1_000;

/**
 * @param onNotice gets the words of each notice; empty ones whenever it begins to listen, for what was said before
 * @returns what ends it
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
      log.warn({ reason }, 'the connection that hears of changes was lost');
      next.end().catch(() => undefined);
      timer = setTimeout(() => void begin(), AGAIN_MS);
    };
    next.on('error', ({ message }) => lost(message));
    next.on('end', () => lost('it ended'));
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
