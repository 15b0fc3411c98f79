/**
 * One robot's connection to the broker: a last will, subscriptions before it reports ONLINE, and reconnects with
 * jitter, so that a fleet does not reconnect all at once.
 */
import { MqttClient } from 'mqtt';
import type { IClientPublishOptions } from 'mqtt';
import { longestOn, mayBeRetained } from '../../contract/rules/messageLimits.ts';
import { webSocketStream } from './webSocketStream.ts';
import type { SocketStream } from './webSocketStream.ts';

export interface ConnectionOptions {
  url: string;
  caPem?: string | undefined;
  clientId: string;
  username: string;
  password: string;
  topics: readonly string[];
  will: { topic: string; payload: string };
  onUp: () => void;
  onDown: () => void;
  onMessage: (topic: string, payload: Buffer) => void;
  /** Reason of a failed attempt; called once per new reason. */
  onTrouble: (reason: string) => void;
}

const RETRY_MS = { least: 500, most: 2_000 } as const;
/** Retry interval after the credentials were rejected. It is longer, because only a person can fix that. */
const REFUSED_RETRY_MS = { least: 8_000, most: 12_000 } as const;
/** CONNACK return codes of MQTT 3.1.1: bad user name or password, not authorised. */
const REFUSALS: ReadonlySet<unknown> = new Set([4, 5]);
const KEEP_ALIVE_SECONDS = 15;
/** Back-pressure limit of unsent bytes; above it telemetry is dropped, because it would arrive too late. */
const CROWDED_BYTES = 512 * 1024;
/** Timeout for publishing OFFLINE, and for ending the connection. */
const FAREWELL_MS = 1_000;

export class Connection {
  private readonly options: ConnectionOptions;
  private client: MqttClient | null = null;
  private socket: SocketStream | null = null;
  private up = false;
  private retry: NodeJS.Timeout | null = null;
  private wanted = false;
  /** OFFLINE is being published. Nothing is sent after it, because the robot would appear online again. */
  private leaving = false;
  private refused = false;
  private lastTrouble = '';

  constructor(options: ConnectionOptions) {
    this.options = options;
  }

  get isUp(): boolean {
    return this.up && !this.leaving;
  }

  /** Connects, and reconnects whenever the connection is lost. */
  open(): void {
    if (this.wanted) return;
    this.wanted = true;
    this.attempt();
  }

  private attempt(): void {
    const { url, caPem, clientId, username, password, will, topics, onUp, onMessage, onDown } = this.options;
    // Reopened before the previous connection ended: report that one as down; it closes by itself.
    if (this.up) onDown();
    this.up = false;
    this.leaving = false;
    const socket = webSocketStream({ url, caPem });
    const client = new MqttClient(() => socket.stream, {
      clientId,
      username,
      password,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: 10_000,
      keepalive: KEEP_ALIVE_SECONDS,
      queueQoSZero: false,
      protocolVersion: 4,
      will: { topic: will.topic, payload: Buffer.from(will.payload), qos: 1, retain: true },
    });
    this.client = client;
    this.socket = socket;
    client.on('message', (topic, payload, { retain }) => {
      // Drop messages that the broker should not have retained: the sender can be long gone.
      if ((!retain || mayBeRetained(topic)) && payload.length <= longestOn(topic)) onMessage(topic, payload);
    });
    client.on('error', (error) => {
      this.refused = 'code' in error && REFUSALS.has(error.code);
      this.trouble(error.message);
    });
    client.on('connect', () => {
      client.subscribe([...topics], { qos: 1 }, (error) => {
        if (this.client !== client) return;
        if (error) {
          this.trouble(error.message);
          socket.cut();
          return;
        }
        this.up = true;
        this.refused = false;
        this.lastTrouble = '';
        onUp();
      });
    });
    client.on('close', () => this.lost(client));
  }

  private lost(client: MqttClient): void {
    if (this.client !== client) return;
    const wasUp = this.up;
    this.leaving = false;
    this.client = null;
    this.socket = null;
    this.up = false;
    client.end(true);
    if (wasUp) this.options.onDown();
    if (!this.wanted) return;
    const { least, most } = this.refused ? REFUSED_RETRY_MS : RETRY_MS;
    this.retry = setTimeout(() => this.attempt(), least + Math.random() * (most - least));
  }

  private trouble(reason: string): void {
    if (reason === this.lastTrouble) return;
    this.lastTrouble = reason;
    this.options.onTrouble(reason);
  }

  /** Publishes at QoS 0. Nothing is queued: messages are dropped while the connection is down or congested. */
  tell(topic: string, payload: string): void {
    if (this.isUp && this.client && (this.socket?.waiting() ?? 0) < CROWDED_BYTES)
      this.client.publish(topic, payload, { qos: 0 });
  }

  /** Publishes at QoS 1. @returns whether the broker acknowledged it */
  send(topic: string, payload: string, options: Pick<IClientPublishOptions, 'retain'> = {}): Promise<boolean> {
    const { client } = this;
    if (!this.isUp || !client) return Promise.resolve(false);
    return new Promise((resolve) => client.publish(topic, payload, { qos: 1, ...options }, (error) => resolve(!error)));
  }

  subscribe(topic: string): void {
    this.client?.subscribe(topic, { qos: 0 }, () => {});
  }

  unsubscribe(topic: string): void {
    this.client?.unsubscribe(topic, () => {});
  }

  /** Publishes `payload` as the last message, retained, and disconnects. */
  async close(topic: string, payload: string): Promise<void> {
    this.wanted = false;
    if (this.retry) clearTimeout(this.retry);
    const { client } = this;
    const farewell = client && this.isUp ? this.send(topic, payload, { retain: true }) : null;
    this.leaving = farewell !== null;
    if (farewell) await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
    if (!client) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, FAREWELL_MS);
      client.end(false, {}, () => {
        clearTimeout(late);
        resolve();
      });
    });
    this.lost(client);
  }

  /** Cuts the socket as in a power failure, so that the broker publishes the last will. */
  cut(): void {
    this.wanted = false;
    if (this.retry) clearTimeout(this.retry);
    this.socket?.cut();
  }
}
