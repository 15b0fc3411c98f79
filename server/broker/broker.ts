/** The message broker as the rest of the server sees it: embedded, or outside through MQTT_URL. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

export interface PublishOptions {
  qos?: 0 | 1;
  retain?: boolean;
}

export interface Broker {
  /** Whether messages pass: an outside broker may be away, an embedded one may be cut by a fault of the switchboard. */
  isUp(): boolean;
  /** Resolves once the broker has it. Rejects with `brokerAway` when it is away: nothing is kept for later. */
  publish(topic: string, message: unknown, options?: PublishOptions): Promise<void>;
  /** Everything robots publish, parsed as JSON; what is no JSON is dropped and counted. */
  onRobotMessage(listener: (topic: string, message: unknown) => void): void;
  /** Whether a person's account connection is open, so that its feed is worth sending. Unknown (an outside broker) counts as yes for whoever fetched credentials lately. */
  watchers(): ReadonlySet<string>;
  /** Ends every connection of an account, or of a robot, within 5 s. */
  dropUser(userId: string): void;
  dropRobot(serialNumber: string): void;
  /** The embedded broker's WebSocket door; absent with an outside one. */
  handleUpgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}
