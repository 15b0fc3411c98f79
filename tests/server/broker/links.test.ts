import { EventEmitter } from 'node:events';
import type { Client } from 'aedes';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientIdentity } from '../../../server/broker/authenticateClient.ts';
import { createLinks, type Link, type Links } from '../../../server/broker/links.ts';

let links: Links;
let closed: string[];
beforeEach(() => {
  links = createLinks({ longest: 1_000, now: () => 0 });
  closed = [];
});
const person = (userId: string): ClientIdentity => ({
  kind: 'person',
  userId,
  sessionId: 's',
  clientId: 'c',
  serialNumber: null,
  readsUntil: null,
});
const robot = (serialNumber: string): ClientIdentity => ({ kind: 'robot', serialNumber });
const open = (id: string, network = '10.0.0.1'): Link => {
  const link = links.open(network, false);
  if (!link) throw new Error('refused');
  link.client = Object.assign(new EventEmitter(), { id, close: () => void closed.push(id) }) as unknown as Client;
  return link;
};

describe('an account', () => {
  it('has only so many links, and again when some are gone', () => {
    const opened = Array.from({ length: 60 }, (_, n) => open(`tab${n}`));
    const admitted = opened.filter((link) => links.admit(link, person('lin')));
    expect(admitted).toHaveLength(50);
    expect(links.admit(open('other'), person('chen'))).toBe(true);
    links.close(opened[0] as Link);
    expect(links.admit(open('again'), person('lin'))).toBe(true);
    expect(links.admit(open('once more'), person('lin'))).toBe(false);
  });
  it('may come again under a client id that it has', () => {
    for (let n = 0; n < 50; n += 1) links.admit(open(`tab${n}`), person('lin'));
    expect(links.admit(open('tab7'), person('lin'))).toBe(true);
  });
  it('shares what it may send among its links, also after all of them were closed', () => {
    const [one, two] = [open('1'), open('2')];
    links.admit(one, person('lin'));
    links.admit(two, person('lin'));
    expect(one.allowance).toBe(two.allowance);
    while (one.allowance.packets.take());
    links.close(one);
    links.close(two);
    const next = open('3');
    links.admit(next, person('lin'));
    expect(next.allowance.packets.take()).toBe(false);
  });
});

it('of a robot the oldest link goes: it may not have noticed that it broke', () => {
  for (let n = 0; n < 6; n += 1) expect(links.admit(open(`r${n}`), robot('A-1'))).toBe(true);
  expect(closed).toEqual(['r0']);
});

describe('an address', () => {
  it('has only so many links that did not say whose they are, fewer where wrong passwords come from', () => {
    const strangers = Array.from({ length: 50 }, (_, n) => open(`s${n}`));
    expect(links.open('10.0.0.1', true)).toBeNull();
    expect(links.open('10.0.0.2', true)).not.toBeNull();
    for (let n = 0; n < 950; n += 1) open(`t${n}`);
    expect(links.open('10.0.0.1', false)).toBeNull();
    links.close(strangers[0] as Link);
    expect(links.open('10.0.0.1', false)).not.toBeNull();
  });
  it('of robots counts no further than to their sign-in', () => {
    for (let n = 0; n < 3_000; n += 1) expect(links.admit(open(`r${n}`), robot(`R-${n}`))).toBe(true);
  });
});
