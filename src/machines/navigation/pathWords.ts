/** What of an address may be kept: the recorder asks, and comes later than the first chunk. */
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import { STATIC_PATHS } from './routes.ts';

/** The parts of every path that is ours by this table or the server's; what else stands in an address somebody typed. */
export function pathWords(table: readonly AsyncRoute[]): ReadonlySet<string> {
  const words = new Set(STATIC_PATHS.flatMap((path) => path.split('/')));
  const read = (routes: readonly AsyncRoute[]): void => {
    for (const { path, redirect, children } of routes) {
      for (const word of `${path}/${redirect ?? ''}`.split('/')) if (!word.startsWith(':')) words.add(word);
      read(children);
    }
  };
  read(table);
  return words;
}
