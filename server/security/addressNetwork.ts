/** The address that rate limits count by: for IPv6 the /64 network, since a client has 2^64 addresses in it. */
import { isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/iu;

/** @param address as reported by the socket or a trusted proxy */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = address.split('%')[0] ?? '';
  if (!isIPv6(bare)) return address;
  const [before = '', after] = bare.toLowerCase().split('::');
  const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [first, last] = [groupsOf(before), groupsOf(after ?? '')];
  // The last two groups can be written as an IPv4 address; they are not part of the network prefix.
  const missing = after === undefined ? 0 : GROUPS - first.length - last.length - (last.at(-1)?.includes('.') ? 1 : 0);
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
