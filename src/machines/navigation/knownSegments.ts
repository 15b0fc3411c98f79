/** The parts of a URL path that a recording may keep. Used by the recorder, which loads after the first chunk. */
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import { STATIC_PATHS } from './routes.ts';

/**
 * All path segments of this route table and of the static paths; any other segment of a URL may have been typed by a
 * user.
 */
export function knownSegments(table: readonly AsyncRoute[]): ReadonlySet<string> {
  const segments = new Set(STATIC_PATHS.flatMap((path) => path.split('/')));
  const read = (routes: readonly AsyncRoute[]): void => {
    for (const { path, redirect, children } of routes) {
      for (const word of `${path}/${redirect ?? ''}`.split('/')) if (!word.startsWith(':')) segments.add(word);
      read(children);
    }
  };
  read(table);
  return segments;
}
