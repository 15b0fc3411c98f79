/**
 * Combines two sets of handlers on one element: the tooltip's and the parent's (a menu trigger opens on pointer down).
 */

type Handler = (event: never) => void;

export function composeEventHandlers<Given extends object, Own extends object>(given: Given, own: Own): Given & Own {
  const chained = { ...given } as Record<string, unknown>;
  for (const [name, handler] of Object.entries(own) as [string, Handler][]) {
    const first = chained[name] as Handler | undefined;
    chained[name] =
      first === undefined
        ? handler
        : (event: never) => {
            first(event);
            handler(event);
          };
  }
  return chained as Given & Own;
}
