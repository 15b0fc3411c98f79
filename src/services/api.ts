/** Turns an area of the catalogue into functions: what goes out and what comes in is parsed by the contract's own schemas. */
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
      // An old console before a new server, or the other way round: a mistake worth a clear word, not a crash in a page.
      throw new BaseApiError(
        'dataError',
        {},
        `${path}: ${v.flatten(parsed.issues).nested ? JSON.stringify(v.flatten(parsed.issues).nested) : parsed.issues[0].message}`,
      );
    },
  ]);
  // Every entry of the area is there, with the types its schemas have.
  return Object.fromEntries(calls) as Client<C>;
}
