/**
 * Keeps the live clients, one per key (spec 4 "MQTT", design 4). Callers hold keys, never clients. Loaded after sign-in only: mqtt.js
 * is 87 KiB. Reconnecting, retrying and giving up are the machines' business (src/machines/connection).
 */
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { TURN_CREDENTIAL_RENEW_MS } from '../../contract/rules/limits.ts';
import { mayBeRetained } from '../../contract/rules/messageLimits.ts';
import type { Frames } from './frames.ts';

export interface LinkCredentials {
  /** A full address, or a path on the page's own origin. */
  url: string;
  clientId: string;
  username: string;
  password: string;
  topics: readonly string[];
  mqttSubTopic: string;
  iceServers: readonly RTCIceServer[];
  /** What the broker says for us when the connection breaks. */
  will?: { topic: string; payload: string };
}
/** What may be known of an open link: the credentials without their secrets. */
export type LinkTerms = Pick<LinkCredentials, 'clientId' | 'topics' | 'mqttSubTopic'>;

export interface LinkListener {
  opened(terms: LinkTerms): void;
  closed(): void;
  failed(error: unknown): void;
}

export interface Heard {
  topic: string;
  payload: string;
  /** ticks() of arrival. */
  at: number;
}
export type HeardListener = (heard: readonly Heard[]) => void;

export interface MqttLinkParts {
  /** Short-lived, so fetched anew at every attempt. */
  credentials(key: string, signal: AbortSignal): Promise<LinkCredentials>;
  /** Of the page, to complete an address that is only a path: `https://host`. */
  origin: string;
  frames: Frames;
  /** Milliseconds that only rise. */
  ticks(): number;
  /** Makes the socket, so that what waits in it can be seen. */
  socket(url: string, protocols: string[]): { readonly bufferedAmount: number };
}

/** The broker hangs up on a client that says nothing for one and a half times this; so a dead link cannot stay open. */
const KEEP_ALIVE_S = 10;
const CONNECT_TIMEOUT_MS = 10_000;

interface Link {
  client: MqttClient;
  socket: { readonly bufferedAmount: number } | null;
  terms: LinkTerms | null;
}

export function createMqttLinks({ credentials, origin, frames, ticks, socket }: MqttLinkParts) {
  const links = new Map<string, Link>();
  const ice = new Map<string, readonly RTCIceServer[]>();
  /** ticks() when they were last asked for. */
  const iceAskedAt = new Map<string, number>();
  const heardAt = new Map<string, number>();
  const listeners = new Map<string, Set<(heard: Heard) => void>>();
  const watchers = new Map<string, Set<(terms: LinkTerms | null) => void>>();

  const tellState = (key: string, terms: LinkTerms | null): void => {
    const link = links.get(key);
    if (link) link.terms = terms;
    for (const watch of watchers.get(key) ?? []) watch(terms);
  };
  const receive = (key: string, topic: string, payload: string): void => {
    const heard = { topic, payload, at: ticks() };
    heardAt.set(key, heard.at);
    for (const hear of listeners.get(key) ?? []) hear(heard);
  };

  /** A link lives for days, a TURN server's password for an hour. Looked at with each packet: a ping comes every 10 s. */
  const renewIce = (key: string): void => {
    if (
      ticks() - (iceAskedAt.get(key) ?? 0) < TURN_CREDENTIAL_RENEW_MS ||
      !ice.get(key)?.some(({ credential }) => credential)
    )
      return;
    iceAskedAt.set(key, ticks());
    // In vain: the link itself tells what is wrong.
    credentials(key, new AbortController().signal).then(
      ({ iceServers }) => ice.set(key, iceServers),
      () => undefined,
    );
  };

  const connect = (
    key: string,
    { url, clientId, username, password, topics, mqttSubTopic, iceServers, will }: LinkCredentials,
    listener: LinkListener,
  ): Link => {
    ice.set(key, iceServers);
    iceAskedAt.set(key, ticks());
    let made: Link['socket'] = null;
    const options: IClientOptions = {
      clientId,
      username,
      password,
      clean: true,
      keepalive: KEEP_ALIVE_S,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // Reconnecting is the machine's business; what was said while offline must not be said later.
      reconnectPeriod: 0,
      queueQoSZero: false,
      createWebsocket: (address, protocols) => (made = socket(address, protocols)),
      ...(will ? { will: { ...will, qos: 0, retain: false } } : {}),
    };
    const client = mqtt.connect(addressOf(url, origin), options);
    const link: Link = { client, socket: made, terms: null };
    client.on('connect', () => {
      heardAt.set(key, ticks());
      const terms = { clientId, topics, mqttSubTopic };
      tellState(key, terms);
      listener.opened(terms);
    });
    client.on('close', () => {
      tellState(key, null);
      listener.closed();
    });
    client.on('error', (error) => listener.failed(error));
    client.on('message', (topic, payload, { retain }) => {
      // What a broker kept of a call is a ghost: whoever said it is gone.
      if (!retain || mayBeRetained(topic)) receive(key, topic, payload.toString());
    });
    client.on('packetreceive', () => {
      heardAt.set(key, ticks());
      renewIce(key);
    });
    return link;
  };

  return {
    /** Opens the link for a key; the answer closes it again, whatever it was at. */
    open(key: string, listener: LinkListener): () => void {
      const attempt = new AbortController();
      credentials(key, attempt.signal).then(
        (found) => {
          if (!attempt.signal.aborted) links.set(key, connect(key, found, listener));
        },
        (error: unknown) => {
          if (attempt.signal.aborted) return;
          listener.failed(error);
          listener.closed();
        },
      );
      return () => {
        attempt.abort();
        const link = links.get(key);
        if (!link) return;
        link.client
          .removeAllListeners()
          .on('error', () => {})
          .end(true);
        tellState(key, null);
        links.delete(key);
      };
    },

    async subscribe(key: string, topic: string): Promise<void> {
      const link = links.get(key);
      if (!link) throw new Error(`no MQTT link for ${key}`);
      const granted = await link.client.subscribeAsync(topic, { qos: 0 });
      // aedes answers a refusal with 128 in the SUBACK, which mqtt.js does not count as an error everywhere.
      if (granted.some(({ qos }) => Number(qos) >= REFUSED)) throw new Error(`the broker refused ${topic}`);
    },

    /** QoS 0, nothing is kept for later; false when the link is not open. */
    publish(key: string, topic: string, payload: string): boolean {
      const link = links.get(key);
      if (!link?.client.connected) return false;
      link.client.publish(topic, payload, { qos: 0 });
      return true;
    },

    /**
     * What comes over a link, whether or not it is open yet. Messages of one animation frame come together; those
     * that `isUrgent` come at once, alone, before the ones that wait.
     */
    listen(key: string, listener: HeardListener, isUrgent: (topic: string) => boolean = () => false): () => void {
      let waiting: Heard[] = [];
      let callOff: (() => void) | null = null;
      const flush = (): void => {
        const all = waiting;
        waiting = [];
        callOff = null;
        listener(all);
      };
      const hear = (heard: Heard): void => {
        if (isUrgent(heard.topic)) return listener([heard]);
        waiting.push(heard);
        callOff ??= frames.next(flush);
      };
      return joined(listeners, key, hear, () => callOff?.());
    },

    /** The terms of the link now and at each change; null while it is closed. */
    watch: (key: string, watcher: (terms: LinkTerms | null) => void): (() => void) => {
      const leave = joined(watchers, key, watcher, () => {});
      watcher(links.get(key)?.terms ?? null);
      return leave;
    },

    /** Bytes that wait in the socket: drive by hand only at 0 (design 6). Infinity while the link is closed. */
    bufferedAmount: (key: string): number => {
      const link = links.get(key);
      return link?.client.connected ? (link.socket?.bufferedAmount ?? 0) : Infinity;
    },
    /** For RTCPeerConnection; empty until credentials were fetched once. */
    iceServers: (key: string): readonly RTCIceServer[] => ice.get(key) ?? [],
    /** ticks() of the last sign of life of a link, pings included; null before the first. */
    lastHeard: (key: string): number | null => heardAt.get(key) ?? null,
  };
}
export type MqttLinks = ReturnType<typeof createMqttLinks>;

/** SUBACK return code of a refusal. */
const REFUSED = 128;

function joined<Member>(
  groups: Map<string, Set<Member>>,
  key: string,
  member: Member,
  leaving: () => void,
): () => void {
  const group = groups.get(key) ?? new Set();
  groups.set(key, group.add(member));
  return () => {
    group.delete(member);
    leaving();
  };
}

/** http becomes ws, https wss; a full ws address stays as it is. */
export function addressOf(url: string, origin: string): string {
  const { href } = new URL(url, origin);
  return href.replace(/^http/u, 'ws');
}
