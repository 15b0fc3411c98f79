/** Turns an area of the catalogue into functions that validate requests and responses with the contract's schemas. */
import * as v from 'valibot';
import type { Catalogue, Client } from '../../contract/endpoint.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import type { SendOptions, Transport } from './transport.ts';

export function createClient<C extends Catalogue>(area: C, transport: Transport): Client<C> {
  const calls = Object.entries(area).map(([name, { path, request, response, binary }]) => [
    name,
    async (input: unknown, options: SendOptions = {}) => {
      const data = v.parse(request, input);
      const answer = await transport(path, data, binary ? { ...options, binary } : options);
      if (binary) return answer;
      const parsed = v.safeParse(response, answer);
      if (parsed.success) return parsed.output;
      // The console and the server have different versions. A clear error is better than a crash in a page.
      throw new BaseApiError(
        'dataError',
        {},
        `${path}: ${v.flatten(parsed.issues).nested ? JSON.stringify(v.flatten(parsed.issues).nested) : parsed.issues[0].message}`,
      );
    },
  ]);
  // Every endpoint of the area is included, with the types of its schemas.
  return Object.fromEntries(calls) as Client<C>;
}
