/**
 * Keeps the MQTT clients, one per key (spec 4 "MQTT", design 4). Callers hold keys, never clients. Loaded after sign-in
 * only, because mqtt.js has 70 KiB. Reconnecting, retrying and giving up are up to the machines
 * (src/machines/connection).
 */
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import type { CallTool } from '../../contract/rules/call.ts';
import { TURN_CREDENTIAL_RENEW_MS } from '../../contract/rules/limits.ts';
import { mayBeRetained } from '../../contract/rules/messageLimits.ts';
import type { Frames } from './frames.ts';

export interface LinkCredentials {
  /** Absolute URL, or a path on the page's origin. */
  url: string;
  clientId: string;
  username: string;
  password: string;
  topics: readonly string[];
  mqttSubTopic: string;
  iceServers: readonly RTCIceServer[];
  /** How the robot's picture and sound travel; `direct` if it is missing. */
  mediaTransport?: CallTool;
  /** Last will. */
  will?: { topic: string; payload: string };
}
/** The credentials of an open link without their secrets. */
export type LinkTerms = Pick<LinkCredentials, 'clientId' | 'topics' | 'mqttSubTopic' | 'mediaTransport'>;

export interface LinkListener {
  opened(terms: LinkTerms): void;
  closed(): void;
  failed(error: unknown): void;
}

export interface Heard {
  topic: string;
  payload: string;
  /** ticks() at arrival. */
  at: number;
}
export type HeardListener = (heard: readonly Heard[]) => void;

export interface MqttLinkParts {
  /** Short-lived credentials, fetched for every attempt. */
  credentials(key: string, signal: AbortSignal): Promise<LinkCredentials>;
  /** The page's origin (`https://host`), to resolve a relative URL. */
  origin: string;
  frames: Frames;
  /** Monotonic ms. */
  ticks(): number;
  /** Creates the socket, so that its buffered amount can be read. */
  socket(url: string, protocols: string[]): { readonly bufferedAmount: number };
}

/** The broker disconnects a client that is silent for 1.5 times this interval, so that a dead link cannot stay open. */
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
  /** ticks() when the ICE servers were last fetched. */
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

  /** Links live for days, TURN credentials for an hour. Checked on every packet; pings arrive every 10 s. */
  const renewIce = (key: string): void => {
    if (
      ticks() - (iceAskedAt.get(key) ?? 0) < TURN_CREDENTIAL_RENEW_MS ||
      !ice.get(key)?.some(({ credential }) => credential)
    )
      return;
    iceAskedAt.set(key, ticks());
    // Ignore failures: the link itself reports connection problems.
    credentials(key, new AbortController().signal).then(
      ({ iceServers }) => ice.set(key, iceServers),
      () => undefined,
    );
  };

  const connect = (
    key: string,
    { url, clientId, username, password, topics, mqttSubTopic, iceServers, mediaTransport, will }: LinkCredentials,
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
      // The machines reconnect, and messages published while offline must not be sent later.
      reconnectPeriod: 0,
      queueQoSZero: false,
      createWebsocket: (address, protocols) => (made = socket(address, protocols)),
      ...(will ? { will: { ...will, qos: 0, retain: false } } : {}),
    };
    const client = mqtt.connect(addressOf(url, origin), options);
    const link: Link = { client, socket: made, terms: null };
    client.on('connect', () => {
      heardAt.set(key, ticks());
      const terms = { clientId, topics, mqttSubTopic, ...(mediaTransport && { mediaTransport }) };
      tellState(key, terms);
      listener.opened(terms);
    });
    client.on('close', () => {
      tellState(key, null);
      listener.closed();
    });
    client.on('error', (error) => listener.failed(error));
    client.on('message', (topic, payload, { retain }) => {
      // Ignore retained signalling messages: their sender is gone.
      if (!retain || mayBeRetained(topic)) receive(key, topic, payload.toString());
    });
    client.on('packetreceive', () => {
      heardAt.set(key, ticks());
      renewIce(key);
    });
    return link;
  };

  return {
    /** Opens the link for a key. @returns a function that closes it, in any state */
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
      // aedes reports a rejection as 128 in the SUBACK, which mqtt.js does not always treat as an error.
      if (granted.some(({ qos }) => Number(qos) >= REFUSED)) throw new Error(`the broker refused ${topic}`);
    },

    /** Ends a subscription; one of a link that is not open has ended already. */
    unsubscribe(key: string, topic: string): void {
      const link = links.get(key);
      // A link that closes ends it too.
      if (link?.client.connected) link.client.unsubscribeAsync(topic).catch(() => undefined);
    },

    /** Publishes at QoS 0 without queueing. @returns false if the link is not open */
    publish(key: string, topic: string, payload: string): boolean {
      const link = links.get(key);
      if (!link?.client.connected) return false;
      link.client.publish(topic, payload, { qos: 0 });
      return true;
    },

    /**
     * Receives the messages of a link, open or not. Messages of one animation frame are delivered together; those that
     * `isUrgent` are delivered at once, alone, before the waiting ones.
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

    /** Reports the terms of the link at once and on each change; null while it is closed. */
    watch: (key: string, watcher: (terms: LinkTerms | null) => void): (() => void) => {
      const leave = joined(watchers, key, watcher, () => {});
      watcher(links.get(key)?.terms ?? null);
      return leave;
    },

    /** Bytes waiting in the socket; teleop is allowed only at 0 (design 6). Infinity while the link is closed. */
    bufferedAmount: (key: string): number => {
      const link = links.get(key);
      return link?.client.connected ? (link.socket?.bufferedAmount ?? 0) : Infinity;
    },
    /** For RTCPeerConnection; empty until credentials have been fetched once. */
    iceServers: (key: string): readonly RTCIceServer[] => ice.get(key) ?? [],
    /** ticks() of the last packet of a link, pings included; null before the first. */
    lastHeard: (key: string): number | null => heardAt.get(key) ?? null,
  };
}
export type MqttLinks = ReturnType<typeof createMqttLinks>;

/** SUBACK return code of a rejected subscription. */
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

/** Converts http to ws and https to wss; a full ws URL stays as it is. */
export function addressOf(url: string, origin: string): string {
  const { href } = new URL(url, origin);
  return href.replace(/^http/u, 'ws');
}
