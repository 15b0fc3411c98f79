/** Visited views: only pages within the shell are kept as tabs. */
import { expect, it } from 'vitest';
import { entries } from '../../src/app/pageRegistry.ts';
import { visitedView } from '../../src/machines/app/views.ts';
import { STATIC_PATHS, findRoute } from '../../src/machines/navigation/routes.ts';

it('no page without the shell becomes a tab', () => {
  const paths = new Map(
    STATIC_PATHS.flatMap((path) => {
      const page = findRoute(path, [], [...entries.keys(), 'signIn'])?.page;
      return page ? [[page, path] as const] : [];
    }),
  );
  const kept = [...entries]
    .filter(([page, { frame }]) => {
      const path = paths.get(page) ?? '/login';
      return (
        frame === 'bare' && visitedView({ page, path, params: {}, query: {}, titleKey: '', name: page, affix: false })
      );
    })
    .map(([page]) => page);
  expect(kept).toEqual([]);
});
