/** A network between a server and its database that a test can stall and cut. */
import { slowProxy, type SlowProxy } from './slowProxy.ts';

export type DatabaseProxy = SlowProxy & { databaseUrl: string };

export async function databaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  const proxy = await slowProxy(folder === null ? port : `${folder}/.s.PGSQL.${port}`);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return { ...proxy, databaseUrl: url.href };
}
