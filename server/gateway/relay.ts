/**
 * Opens a lift or a door by its relay: `POST` of `{ id, action, openSeconds }` as JSON, signed like the webhook of
 * messages. Any 2xx means that it opens. Redirects are not followed. Relays are devices in the building's network, so
 * private addresses are allowed; addresses of this machine, link-local ones (they include the metadata services of
 * clouds) and multicast are not. The address is checked when the connection is made, so that a name cannot change
 * between check and use.
 */
import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { RELAY_PATIENCE_MS } from '../../contract/rules/siteLimits.ts';

export interface RelayRequest {
  url: string;
  key: string;
  /** The lift or the door. */
  id: string;
  action: 'open' | 'call';
  /** The map of the floor that a lift is called to. */
  mapId?: string;
  openSeconds: number;
}
export type RelayOutcome =
  { outcome: 'open' | 'refused'; status: number } | { outcome: 'silent' | 'unreachable'; status: null };
export type AskRelay = (request: RelayRequest) => Promise<RelayOutcome>;

const refused = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
] as const)
  refused.addSubnet(network, prefix, 'ipv6');

export const isRelayAddress = (address: string): boolean => {
  const family = isIP(address);
  return family !== 0 && !refused.check(address, family === 4 ? 'ipv4' : 'ipv6');
};

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/gu, '');

/** Whether the text is an address that a relay can have. A host name is only checked when it is used. */
export function isRelayUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (url.username !== '' || url.password !== '') return false;
  const host = hostOf(url);
  return isIP(host) === 0 ? !/(?:^|\.)localhost\.?$/iu.test(host) : isRelayAddress(host);
}

class AddressRefused extends Error {}

/** @param allows which addresses may be connected to; tests have their relays on this machine */
export function createRelay({
  now,
  patienceMs = RELAY_PATIENCE_MS,
  allows = isRelayAddress,
}: {
  now: () => number;
  patienceMs?: number;
  allows?: (address: string) => boolean;
}): AskRelay {
  const checkedLookup: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => allows(address))) return done(new AddressRefused(host), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });

  return ({ url: text, key, id, action, mapId, openSeconds }) =>
    new Promise((resolve) => {
      const url = new URL(text);
      const host = hostOf(url);
      if (isIP(host) !== 0 && !allows(host)) return resolve({ outcome: 'unreachable', status: null });
      const body = JSON.stringify({ id, action, ...(mapId !== undefined && { mapId }), openSeconds });
      const time = String(now());
      const signature = createHmac('sha256', key).update(`${time}\n${body}`).digest('hex');
      const sent = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
        url,
        {
          method: 'POST',
          lookup: checkedLookup,
          agent: false,
          signal: AbortSignal.timeout(patienceMs),
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'x-roundhouse-time': time,
            'x-roundhouse-signature': signature,
          },
        },
        (response) => {
          const status = response.statusCode ?? 0;
          // The body is not read.
          response.destroy();
          resolve({ outcome: status >= 200 && status < 300 ? 'open' : 'refused', status });
        },
      );
      sent.on('error', (error) =>
        resolve({
          outcome: error.name === 'AbortError' || error.name === 'TimeoutError' ? 'silent' : 'unreachable',
          status: null,
        }),
      );
      return sent.end(body);
    });
}
