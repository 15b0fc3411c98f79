import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createAddressOf } from '../../../server/broker/addressOf.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

it.each<[string[], string, string | undefined, string]>([
  [[], '192.168.1.9', undefined, '192.168.1.9'],
  [[], '192.168.1.9', '1.2.3.4', '192.168.1.9'],
  [['loopback'], '127.0.0.1', '1.2.3.4', '1.2.3.4'],
  [['loopback'], '::1', '9.9.9.9, 1.2.3.4', '1.2.3.4'],
  [['loopback'], '::ffff:127.0.0.1', '1.2.3.4', '1.2.3.4'],
  [['loopback'], '1.2.3.4', '5.6.7.8', '1.2.3.4'],
  [['10.0.0.0/8', '::1'], '10.1.2.3', '9.9.9.9, 1.2.3.4, 10.7.7.7', '1.2.3.4'],
  [['uniquelocal'], '192.168.0.1', '10.0.0.5', '10.0.0.5'],
  [['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
])('with %j trusted, %s that says %s is %s', (trusted, from, forwarded, address) =>
  expect(createAddressOf(trusted)(request(from, forwarded))).toBe(address),
);
