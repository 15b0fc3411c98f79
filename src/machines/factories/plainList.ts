/**
 * A page that is only a paged list (pagedList.ts):
 *
 *   const list = plainList<Call, CallsRequest>({ … });
 *   export const callsMachine = setup(list.setup).createMachine({ id: 'calls', ...list.config });
 */
import type { PageInput } from '../app/events.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  type ListRules,
  listOf,
  type ListTag,
  pagedList,
} from './pagedList.ts';

export function plainList<Row, Request>(rules: ListRules<Request>) {
  const list = pagedList<ListResult<Row>, Request, ListEvent, ListContext<Row>>(rules);
  return {
    setup: {
      types: { context: {} as ListContext<Row>, input: {} as PageInput, events: {} as ListEvent, tags: {} as ListTag },
      actors: list.actors,
      guards: list.guards,
      actions: list.actions,
      delays: list.delays,
    },
    config: { context: ({ input }: { input: PageInput }) => listOf(input.query), ...list.region },
  } as const;
}
