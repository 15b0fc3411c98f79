/** The calls of the catalogue, each with its handler and the declarations that the access check needs. */
import type { Endpoint, Handlers } from '../../contract/endpoint.ts';
import { catalogue, type CatalogueByArea } from '../../contract/endpoints/catalogue.ts';
import { BODY_LIMIT_BYTES } from '../../contract/rules/limits.ts';
import { createIdReader, type IdReader } from '../../contract/rules/resourceIds.ts';
import type { RequestContext } from '../requestContext.ts';

/** One handler for every call of every area: a missing one is a compile error. */
export type Features = { readonly [Area in keyof CatalogueByArea]: Handlers<CatalogueByArea[Area], RequestContext> };

export interface Call {
  endpoint: Endpoint;
  /** Receives parsed data. */
  handle: (input: unknown, caller: RequestContext) => Promise<unknown>;
  ids: IdReader;
  /** Bytes. */
  bodyLimit: number;
}

/** A call together with the path parameter of a request. */
export interface AddressedCall extends Call {
  /** The path parameter and its value; empty for calls without one. */
  inPath: Readonly<Record<string, string>>;
}

/** @throws Error for an endpoint whose access cannot be checked */
export function createCall(endpoint: Endpoint, handle: Call['handle']): Call {
  const { path, request, access, bodyLimit = BODY_LIMIT_BYTES } = endpoint;
  const ids = createIdReader(request);
  const namesRobots = ids.resourceFields.length > 0;
  if (access.who === 'robot' && !namesRobots) throw new Error(`${path} requires a right on robots but has no robot id`);
  if ((access.who === 'public' || access.who === 'account') && namesRobots)
    throw new Error(`${path}: no access check for ${ids.resourceFields.join(', ')}`);
  return { endpoint, handle, ids, bodyLimit };
}

/** Without the demo, its calls are left out, so their paths are unknown. */
export function createCalls(features: Features, demo: boolean): Call[] {
  const calls: Call[] = [];
  for (const [area, endpoints] of Object.entries(catalogue)) {
    const handlers = features[area as keyof Features] as Record<string, Call['handle']>; // the API handler parses the input with the request schema
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const handle = handlers[name];
      if (!handle) throw new Error(`no handler for ${area}.${name}`);
      if (!endpoint.demoOnly || demo) calls.push(createCall(endpoint, handle));
    }
  }
  return calls;
}
