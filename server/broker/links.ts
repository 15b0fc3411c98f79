/**
 * Connections to the embedded broker, with limits per account and per address. All connections of an account share one
 * allowance.
 */
import type { Client } from 'aedes';
import { LRUCache } from 'lru-cache';
import type { ClientIdentity } from './authenticateClient.ts';
import { createAllowance, strangersAllowance, type Allowance } from './packetGuard.ts';

/** A user's tabs have one or two each; further ones are refused. */
const PER_PERSON = 50;
/** Beyond this a robot's oldest connection is closed: the robot may not have noticed that it broke. */
const PER_ROBOT = 5;
/** People in one building, or everyone behind an untrusted proxy, share an address. */
const PEOPLE_PER_ADDRESS = 2_000;
/** Unauthenticated connections: many robots reconnect at once after a power failure. */
const STRANGERS_PER_ADDRESS = 1_000;
/** For addresses that sent many wrong passwords. */
const STRANGERS_PER_DOUBTFUL_ADDRESS = 50;
/** Number of disconnected accounts whose allowance is remembered. */
const MOST_LEFT = 10_000;

export interface Link {
  /** As returned by networkOf. */
  network: string;
  allowance: Allowance;
  /** Topics that are subscribed, or whose access check is pending. */
  topics: Set<string>;
  client?: Client;
  identity?: ClientIdentity;
}

export interface Links {
  /** null: too many unauthenticated connections from this address. */
  open(network: string, isDoubtful: boolean): Link | null;
  /** Assigns the connection to its owner. False if the owner has too many. */
  admit(link: Link, identity: ClientIdentity): boolean;
  close(link: Link): void;
}

export function createLinks({ longest, now }: { longest: number; now: () => number }): Links {
  const strangers = new Map<string, number>();
  const people = new Map<string, number>();
  const owners = new Map<string, { links: Set<Link>; allowance: Allowance }>();
  /** Keeps the used-up allowance of a disconnected account, so that reconnecting does not reset it. */
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
      // A connection with the same client id replaces the previous one.
      const others = [...owner.links].filter(({ client }) => client === undefined || client.id !== link.client?.id);
      if (
        identity.kind === 'person' &&
        (others.length >= PER_PERSON || (people.get(link.network) ?? 0) >= PEOPLE_PER_ADDRESS)
      )
        return false;
      // A screen renews its token by a second connection; more of them are other screens with the same key.
      if (identity.kind !== 'person' && identity.kind !== 'server' && others.length >= PER_ROBOT)
        others[0]?.client?.close();
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

/** Key of a connection's owner: a person, a robot or the server. */
export const ownerOf = (identity: ClientIdentity): string =>
  identity.kind === 'person'
    ? `person ${identity.userId}`
    : identity.kind === 'screen'
      ? `screen ${identity.keyId}`
      : identity.kind === 'robot'
        ? `robot ${identity.serialNumber}`
        : 'server';
