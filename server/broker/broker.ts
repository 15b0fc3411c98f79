/** The message broker as the rest of the server sees it: embedded, or external through MQTT_URL. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Language } from '../../contract/entities/constants.ts';
import type { Tls } from '../tls.ts';
import type { CachedAuthFacts } from './authFacts.ts';
import type { ClientIdentity } from './authenticateClient.ts';
import type { RefusedConnections } from './refusedConnections.ts';
import type { Flood } from './robotBudget.ts';
import type { RobotMessageListener } from './robotMessage.ts';
import type { WrongPasswords } from './wrongPasswords.ts';

export interface PublishOptions {
  qos?: 0 | 1;
  retain?: boolean;
}

/** An account that receives its feed, and the language of names in it. */
export interface Watcher {
  userId: string;
  language: Language;
}

/** Injected faults (design 9); only the embedded broker of a demo has them. */
export interface BrokerFaults {
  /** Closes every connection and refuses new ones. */
  down: boolean;
  /** Delay of people's connections in both directions, ms. */
  delay: number;
}

export interface Broker {
  /**
   * Whether messages get through: an external broker can be unreachable, an embedded one can be cut off by an injected
   * fault.
   */
  isUp(): boolean;
  /**
   * Resolves once the broker has accepted the message. Rejects with the ApiError `brokerAway` when it is unreachable;
   * nothing is queued for later.
   */
  publish(topic: string, message: unknown, options?: PublishOptions): Promise<void>;
  /** Everything that robots publish, parsed as JSON. Invalid JSON is dropped, but counts against the robot's budget. */
  onRobotMessage(listener: RobotMessageListener): void;
  /** Messages of robots that are not JSON, or too long (then with an empty payload). */
  onUnreadable(listener: (topic: string, payload: Buffer) => void): void;
  /** Orders and instant actions sent to robots by any server. */
  onSentToRobot(listener: (topic: string, payload: Buffer) => void): void;
  /** Connections and topics refused to robots. */
  refused: RefusedConnections;
  /** The broker is reachable again; robots may have missed messages in the meantime. */
  onUp(listener: () => void): void;
  /**
   * Accounts that are subscribed to their feed. An external broker does not report disconnects: there, accounts seen
   * recently.
   */
  watchers(): readonly Watcher[];
  /** Those of them with unread messages. Always empty with an external broker, which does not report this. */
  slowWatchers(): ReadonlySet<string>;
  /** Records a client that the external broker has authenticated through our endpoints. */
  noteClient?(identity: ClientIdentity, clientId: string): Promise<void>;
  /** Records that the account's console has loaded its list, so it is connected. */
  noteWatcher(userId: string): void;
  /** Ends every connection of an account (dropUser) or a robot (dropRobot) within 5 s. */
  dropUser(userId: string): void;
  dropRobot(serialNumber: string): void;
  /** Ends the connections that these sessions of the account opened. */
  dropSessions(userId: string, sessionIds: readonly string[]): Promise<void>;
  /** Ends the connections that were opened with this key of a screen. */
  dropKey(keyId: string): void;
  /** The server closed connections of an account; leases held by them are to be released. */
  onLinksEnded(listener: (userId: string, clientIds: readonly string[]) => void): void;
  /** A robot was disconnected because it exceeded its message budget. */
  onFlood(listener: (serialNumber: string, flood: Flood) => void): void;
  isCutOff(serialNumber: string): boolean;
  passwords: WrongPasswords;
  /** Facts behind access decisions; code that changes a lease, a session or a relation must invalidate them here. */
  authFacts: CachedAuthFacts;
  /** Signs people's MQTT passwords. */
  secret: string;
  setFaults?(faults: BrokerFaults): void;
  faults?(): BrokerFaults;
  /** WebSocket upgrades of the embedded broker; absent with an external one. */
  handleUpgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Installs a renewed certificate on the embedded broker's own TLS port. */
  renewTls?(tls: Tls): void;
  close(): Promise<void>;
}
