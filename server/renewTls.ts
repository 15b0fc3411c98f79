/** Renews the server's own certificate before it expires. */
import type { Logger } from 'pino';
import type { Settings } from './settings.ts';
import { loadTls, type Tls } from './tls.ts';

/** Interval of the certificate check, ms. */
const TLS_RENEW_MS = 86_400_000;

export function renewDaily(settings: Settings, log: Logger, take: (tls: Tls) => void): () => void {
  const renew = async (): Promise<void> => {
    const next = await loadTls(settings);
    if (next) take(next);
  };
  const timer = setInterval(
    () => void renew().catch((error: unknown) => log.error({ err: error }, 'the certificate could not be renewed')),
    TLS_RENEW_MS,
  );
  return () => clearInterval(timer);
}
