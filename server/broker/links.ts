/**
 * Who is connected to the embedded broker, and how many links one account and one address may have. All links of an
 * account share what it may send.
 */
import type { Client } from 'aedes';
import { LRUCache } from 'lru-cache';
import type { ClientIdentity } from './authenticateClient.ts';
import { createAllowance, strangersAllowance, type Allowance } from './packetGuard.ts';

/** A person's tabs have one or two each; further ones are refused. */
const PER_PERSON = 50;
/** Of a robot the oldest goes: it may not have noticed that its last link broke. */
const PER_ROBOT = 5;
/** People of one house, or all of them behind a proxy that is not trusted, share an address. */
const PEOPLE_PER_ADDRESS = 2_000;
/** Links that did not say yet whose they are: many robots come back at once when the power does. */
const STRANGERS_PER_ADDRESS = 1_000;
/** Where many wrong passwords come from. */
const STRANGERS_PER_DOUBTFUL_ADDRESS = 50;
/** Accounts that left, of which is known what they used up. */
const MOST_LEFT = 10_000;

export interface Link {
  /** As networkOf has it. */
  network: string;
  allowance: Allowance;
  /** That it follows, or is being looked up for. */
  topics: Set<string>;
  client?: Client;
  identity?: ClientIdentity;
}

export interface Links {
  /** null: too many that did not say whose they are come from this address. */
  open(network: string, isDoubtful: boolean): Link | null;
  /** Whether its owner may have one more. */
  admit(link: Link, identity: ClientIdentity): boolean;
  close(link: Link): void;
}

export function createLinks({ longest, now }: { longest: number; now: () => number }): Links {
  const strangers = new Map<string, number>();
  const people = new Map<string, number>();
  const owners = new Map<string, { links: Set<Link>; allowance: Allowance }>();
  /** An account that left keeps for a while what it used up. */
  const left = new LRUCache<string, Allowance>({ max: MOST_LEFT });

  return {
    open(network, isDoubtful) {
      if ((strangers.get(network) ?? 0) >= (isDoubtful ? STRANGERS_PER_DOUBTFUL_ADDRESS : STRANGERS_PER_ADDRESS))
        return null;
      count(strangers, network, 1);
      return { network, allowance: strangersAllowance(now), topics: new Set() };
    },
    admit(link, identity) {
      const name = ownerOf(identity);
      const owner = owners.get(name) ?? {
        links: new Set(),
        allowance: left.get(name) ?? createAllowance(longest, now),
      };
      // Whoever comes under the same client id takes the place of the one before.
      const others = [...owner.links].filter(({ client }) => client === undefined || client.id !== link.client?.id);
      if (
        identity.kind === 'person' &&
        (others.length >= PER_PERSON || (people.get(link.network) ?? 0) >= PEOPLE_PER_ADDRESS)
      )
        return false;
      if (identity.kind === 'robot' && others.length >= PER_ROBOT) others[0]?.client?.close();
      count(strangers, link.network, -1);
      if (identity.kind === 'person') count(people, link.network, 1);
      owners.set(name, owner);
      left.delete(name);
      owner.links.add(link);
      Object.assign(link, { identity, allowance: owner.allowance });
      return true;
    },
    close(link) {
      if (!link.identity) return count(strangers, link.network, -1);
      if (link.identity.kind === 'person') count(people, link.network, -1);
      const name = ownerOf(link.identity);
      const owner = owners.get(name);
      owner?.links.delete(link);
      if (!owner || owner.links.size > 0) return;
      owners.delete(name);
      left.set(name, owner.allowance);
    },
  };
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}

/** Whose connection it is: a robot's, or a person's. */
export const ownerOf = (identity: ClientIdentity): string =>
  identity.kind === 'person'
    ? `person ${identity.userId}`
    : identity.kind === 'robot'
      ? `robot ${identity.serialNumber}`
      : 'server';
