/** The message broker as the rest of the server sees it: embedded, or outside through MQTT_URL. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Language } from '../../contract/entities/constants.ts';
import type { Tls } from '../tls.ts';
import type { CachedAuthFacts } from './authFacts.ts';
import type { ClientIdentity } from './authenticateClient.ts';
import type { Flood } from './robotBudget.ts';
import type { WrongPasswords } from './wrongPasswords.ts';

export interface PublishOptions {
  qos?: 0 | 1;
  retain?: boolean;
}

/** An account whose feed is worth sending, and the language its names are wanted in. */
export interface Watcher {
  userId: string;
  language: Language;
}

/** Faults of the switchboard (design 9); the embedded broker of a demo has them. */
export interface BrokerFaults {
  /** Cuts every connection and refuses new ones. */
  down: boolean;
  /** ms by which people's connections are held back, both ways. */
  delay: number;
}

export interface Broker {
  /** Whether messages pass: an outside broker may be away, an embedded one may be cut by a fault of the switchboard. */
  isUp(): boolean;
  /** Resolves once the broker has it. Rejects with the coded `brokerAway` when it is away: nothing is kept for later. */
  publish(topic: string, message: unknown, options?: PublishOptions): Promise<void>;
  /** Everything robots publish, parsed as JSON; what is no JSON is dropped and counted. */
  onRobotMessage(listener: (topic: string, message: unknown) => void): void;
  /** The broker came back: robots may have missed what was said meanwhile. */
  onUp(listener: () => void): void;
  /** Accounts that follow their feed now. Over an outside broker, which tells nobody who left: those seen lately. */
  watchers(): readonly Watcher[];
  /** Accounts among them with unread messages. Always empty with an outside broker, which does not report this. */
  slowWatchers(): ReadonlySet<string>;
  /** Somebody signed in at the outside broker, which asked us. */
  noteClient?(identity: ClientIdentity, clientId: string): Promise<void>;
  /** The account's console read its list: it is there. */
  noteWatcher(userId: string): void;
  /** Ends every connection of an account, or of a robot, within 5 s. */
  dropUser(userId: string): void;
  dropRobot(serialNumber: string): void;
  /** Ends the connections that these sessions of the account opened. */
  dropSessions(userId: string, sessionIds: readonly string[]): Promise<void>;
  /** An account's connections were ended on purpose: what they held is over. */
  onLinksEnded(listener: (userId: string, clientIds: readonly string[]) => void): void;
  /** A robot that says more than is taken of one was cut off. */
  onFlood(listener: (serialNumber: string, flood: Flood) => void): void;
  isCutOff(serialNumber: string): boolean;
  passwords: WrongPasswords;
  /** What decisions stand on; whoever changes a lease, a session or a relation says so here. */
  authFacts: CachedAuthFacts;
  /** Signs people's MQTT passwords. */
  secret: string;
  setFaults?(faults: BrokerFaults): void;
  faults?(): BrokerFaults;
  /** The embedded broker's WebSocket door; absent with an outside one. */
  handleUpgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** A renewed certificate for the embedded broker's own TLS port. */
  renewTls?(tls: Tls): void;
  close(): Promise<void>;
}
