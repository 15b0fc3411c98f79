/** Client address of a WebSocket upgrade request; `x-forwarded-for` is used when a trusted proxy sent it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @param trusted entries of TRUST_PROXY */
export function createAddressOf(
  trusted: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const proxies = new BlockList();
  for (const each of trusted.flatMap((name) => NAMED[name.toLowerCase()] ?? [name])) {
    const [address = '', bits] = each.split('/');
    if (isIP(address) === 0) continue;
    if (bits === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && proxies.check(address, familyOf(address));

  return ({ headers, socket }) => {
    const said = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
    let address = socket.remoteAddress ?? '';
    // Read from the nearest hop on: entries before the first untrusted address can be forged.
    while (isTrusted(address)) {
      const before = said.pop();
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}
