/** The catalogue with its handlers, by path: what the door can answer. */
import type { Endpoint, Handlers } from '../../contract/endpoint.ts';
import { catalogue, type CatalogueByArea } from '../../contract/endpoints/catalogue.ts';
import type { Caller } from '../parts.ts';

/** One handler for every call of every area: a forgotten one does not compile. */
export type Features = { readonly [Area in keyof CatalogueByArea]: Handlers<CatalogueByArea[Area], Caller> };

export interface Call {
  endpoint: Endpoint;
  /** Takes parsed data. */
  handle: (input: unknown, caller: Caller) => Promise<unknown>;
}

/** Without the demo its calls are unknown paths. */
export function callsOf(features: Features, demo: boolean): ReadonlyMap<string, Call> {
  const calls = new Map<string, Call>();
  for (const [area, endpoints] of Object.entries(catalogue)) {
    const handlers = features[area as keyof Features] as Record<string, Call['handle']>; // the input's type is the schema's, which the door parses by
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const handle = handlers[name];
      if (!handle) throw new Error(`no handler for ${area}.${name}`);
      if (!endpoint.demoOnly || demo) calls.set(endpoint.path, { endpoint, handle });
    }
  }
  return calls;
}
