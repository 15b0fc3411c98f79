/** The catalogue with its handlers, by path: what the door can answer. */
import * as v from 'valibot';
import type { Endpoint, Handlers } from '../../contract/endpoint.ts';
import { catalogue, type CatalogueByArea } from '../../contract/endpoints/catalogue.ts';
import { parameterIn, parameterOf } from '../../contract/wire/pathParameter.ts';
import type { Caller } from '../parts.ts';

/** One handler for every call of every area: a forgotten one does not compile. */
export type Features = { readonly [Area in keyof CatalogueByArea]: Handlers<CatalogueByArea[Area], Caller> };

export interface Call {
  endpoint: Endpoint;
  /** Takes parsed data. */
  handle: (input: unknown, caller: Caller) => Promise<unknown>;
}

export interface FoundCall extends Call {
  /** The field that travels in the path, with its value; nothing for all calls but one. */
  inPath: Readonly<Record<string, string>>;
}

export interface Calls {
  /** By the path that was called. undefined: it is unknown. */
  find(path: string): FoundCall | undefined;
}

/** Without the demo its calls are unknown paths. */
export function callsOf(features: Features, demo: boolean): Calls {
  const calls = new Map<string, Call>();
  for (const [area, endpoints] of Object.entries(catalogue)) {
    const handlers = features[area as keyof Features] as Record<string, Call['handle']>; // the input's type is the schema's, which the door parses by
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const handle = handlers[name];
      if (!handle) throw new Error(`no handler for ${area}.${name}`);
      if (!endpoint.demoOnly || demo) calls.set(endpoint.path, { endpoint, handle });
    }
  }
  const withParameter = [...calls.values()].flatMap((call) => {
    const field = parameterOf(call.endpoint.path);
    return field === null ? [] : [{ call, field, fits: fieldOf(call.endpoint, field) }];
  });
  return {
    find(path) {
      const exact = calls.get(path);
      if (exact) return { ...exact, inPath: {} };
      for (const { call, field, fits } of withParameter) {
        const value = parameterIn(call.endpoint.path, path);
        // A word that cannot be a value makes another path, which nobody knows.
        if (value !== null && v.is(fits, value)) return { ...call, inPath: { [field]: value } };
      }
      return undefined;
    },
  };
}

function fieldOf({ path, takes }: Endpoint, field: string): v.GenericSchema {
  const schema = 'entries' in takes ? (takes.entries as v.ObjectEntries)[field] : undefined; // only objects have entries
  if (!schema || schema.async) throw new Error(`${path} takes no ${field}`);
  return schema;
}
