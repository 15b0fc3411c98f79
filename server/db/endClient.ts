/** Ends a connection to the database, also one whose network is gone: nothing answers its goodbye then. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

const GOODBYE_MS = 2_000;

/** Never rejects. @param limitMs time for the goodbye; then the connection is cut */
export async function endClient(client: pg.Client, limitMs = GOODBYE_MS): Promise<void> {
  const ended = client.end().then(
    () => true,
    () => true,
  );
  if (await Promise.race([ended, sleep(limitMs, false, { ref: false })])) return;
  // The type of the client hides its connection.
  if ('connection' in client) (client.connection as { stream: { destroy(): void } }).stream.destroy();
  await Promise.race([ended, sleep(limitMs, false, { ref: false })]);
}
