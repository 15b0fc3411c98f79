/**
 * A robot's MQTT interface: publishes the model's state as VDA 5050 messages at the standard's intervals, and passes
 * received messages to the model (design 7).
 */
import { STATE_INTERVAL_MS, TELEOP_ECHO_INTERVAL_MS, VISUALIZATION_INTERVAL_MS } from '../../contract/rules/limits.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import type { RobotCredentials } from '../../contract/wire/simulator.ts';
import {
  parseTopic,
  privateCommandsTopic,
  privateEventsTopic,
  robotTopic,
  rtcInbox,
  teleopTopic,
} from '../../contract/wire/topics.ts';
import type { FromRobot } from '../../contract/wire/topics.ts';
import { isMoving } from '../robot/body.ts';
import { factsheetOf } from '../robot/factsheet.ts';
import { answerKey, newsKey, stateOf, visualizationOf } from '../robot/report.ts';
import type { Robot } from '../robot/robot.ts';
import { FileUploads } from '../robot/fileUploads.ts';
import { Connection } from './connection.ts';

type Credentials = RobotCredentials['robots'][number];

export interface LinkOptions {
  robot: Robot;
  credentials: Credentials;
  url: string;
  caPem?: string | undefined;
  /** Simulated time for intervals, ms. */
  now: () => number;
  /** The machine's clock for message timestamps, ms since 1970. */
  clock: () => number;
  /** A signalling message from a viewer. */
  onSignal: (clientId: string, message: unknown) => void;
  /** A message from the server on the robot's private topic. */
  onPrivate: (message: unknown) => void;
  /** The robot's connection is gone. */
  onDown: () => void;
  onTrouble: (reason: string) => void;
  /** The robot says this on command. */
  onSaid: (text: string) => void;
  /** Offset of state messages within each second, ms: it spreads the load over the robots. */
  phase: number;
}

const VERSION = '2.1.0';
/** Minimum interval of state messages for changes other than command responses, ms. */
const NEWS_INTERVAL_MS = 100;
const MOST_EVENTS = 100;
/** Event types with personal data, or for the server only; they go to the private topic. */
const NAMES_PEOPLE: ReadonlySet<EventMessage['event']['type']> = new Set([
  'delivery',
  'compartment',
  'wrongCode',
  'deliveryReturn',
  'deliveryPicture',
  'visit',
  'face',
  'question',
  'uploadRequest',
  'call',
  'callScreen',
  'settings',
  'learned',
  'forgotten',
]);

export class RobotLink {
  private readonly options: LinkOptions;
  readonly uploads: FileUploads;
  private readonly connection: Connection;
  private readonly headerIds = new Map<string, number>();
  private lastNews = '';
  private lastAnswer = '';
  private stateAt = 0;
  private visualizationAt = 0;
  private echoAt = 0;
  private lease = 0;
  private readonly unsent: EventMessage[] = [];
  private sending = false;

  constructor(options: LinkOptions) {
    this.options = options;
    const { credentials, url, caPem, onTrouble, clock } = options;
    this.uploads = new FileUploads({
      caPem,
      now: clock,
      send: (event) => {
        this.unsent.push(event);
        void this.sendEvents();
      },
    });
    this.connection = new Connection({
      url,
      caPem,
      clientId: credentials.serialNumber,
      username: credentials.username,
      password: credentials.password,
      topics: [
        this.topic('order'),
        this.topic('instantActions'),
        privateCommandsTopic(credentials),
        rtcInbox(credentials.serialNumber),
      ],
      will: {
        topic: this.topic('connection'),
        payload: this.message('connection', { connectionState: 'CONNECTIONBROKEN' }, 0),
      },
      onUp: () => this.up(),
      onDown: () => this.down(),
      onMessage: (topic, payload) => this.hear(topic, payload),
      onTrouble,
    });
  }

  private topic(name: FromRobot | 'order' | 'instantActions'): string {
    return robotTopic(this.options.credentials, name);
  }

  private message(topic: FromRobot, body: object, headerId = this.nextHeaderId(topic)): string {
    const { manufacturer, serialNumber } = this.options.credentials;
    return JSON.stringify({
      headerId,
      timestamp: new Date(this.options.clock() + this.options.robot.clockAheadMs).toISOString(),
      version: VERSION,
      manufacturer,
      serialNumber,
      ...body,
    });
  }

  private nextHeaderId(topic: FromRobot): number {
    const id = this.headerIds.get(topic) ?? 0;
    this.headerIds.set(topic, id + 1);
    return id;
  }

  private up(): void {
    void this.connection.send(this.topic('connection'), this.message('connection', { connectionState: 'ONLINE' }), {
      retain: true,
    });
    this.tellFactsheet();
    this.publishState();
    this.options.robot.handleBrokerUp();
    void this.sendEvents();
  }

  private tellFactsheet(): void {
    const { profile, spec } = this.options.robot;
    void this.connection.send(
      this.topic('factsheet'),
      this.message('factsheet', factsheetOf(profile, spec.softwareVersion)),
      { retain: true },
    );
  }

  private down(): void {
    const { robot, onDown } = this.options;
    robot.handleBrokerLost();
    this.lease = 0;
    onDown();
  }

  private hear(topic: string, payload: Buffer): void {
    const { robot, onSignal, onPrivate } = this.options;
    const parsed = parseTopic(topic);
    const message = readJson(payload);
    if (parsed?.about === 'teleop') {
      if (parsed.lease === robot.lease) robot.handleTeleop(message);
      return;
    }
    if (parsed?.about === 'rtc') return onSignal(parsed.clientId, message);
    if (parsed?.about === 'privateCommands') return onPrivate(message);
    if (parsed?.about !== 'robot') return;
    if (parsed.name === 'order') robot.handleOrder(message);
    else if (parsed.name === 'instantActions') robot.handleInstantActions(message);
    else return;
    this.followLease();
    const asked = robot.takeRequestedReports();
    if (asked.has('factsheet')) this.tellFactsheet();
    // Report the state at once, so that the sender sees whether the robot accepted the command.
    this.publishState();
  }

  /** Subscribes to the teleop topic of the lease that the robot obeys. */
  private followLease(): void {
    const { robot, credentials } = this.options;
    if (robot.lease === this.lease) return;
    if (this.lease !== 0) this.connection.unsubscribe(teleopTopic(credentials, this.lease));
    this.lease = robot.lease;
    if (this.lease !== 0) this.connection.subscribe(teleopTopic(credentials, this.lease));
  }

  private publishState(): void {
    const told = this.options.robot.told();
    this.lastNews = newsKey(told);
    this.lastAnswer = answerKey(told);
    this.stateAt = this.options.now();
    this.connection.tell(this.topic('state'), this.message('state', stateOf(told)));
  }

  /** Called after every tick: publishes what is due. */
  pulse(): void {
    const { robot, phase } = this.options;
    this.followNetwork();
    if (!this.connection.isUp) return;
    const now = this.options.now();
    if (robot.spec.light && robot.lease === 0) {
      if (now - this.stateAt >= STATE_INTERVAL_MS - 1) {
        this.publishState();
        // Align the schedule to the phase.
        if (this.stateAt % 1000 !== phase)
          this.stateAt += phase - (this.stateAt % 1000) - (phase > this.stateAt % 1000 ? 1000 : 0);
      }
      this.publishEvents();
      return;
    }
    this.followLease();
    const told = robot.told();
    const age = now - this.stateAt;
    if (
      age >= STATE_INTERVAL_MS ||
      answerKey(told) !== this.lastAnswer ||
      (age >= NEWS_INTERVAL_MS && newsKey(told) !== this.lastNews)
    )
      this.publishState();
    const pace = isMoving(robot.body) ? VISUALIZATION_INTERVAL_MS : STATE_INTERVAL_MS;
    if (now - this.visualizationAt >= pace - 1) {
      this.visualizationAt = now;
      this.connection.tell(this.topic('visualization'), this.message('visualization', visualizationOf(told)));
    }
    this.echo(now);
    for (const text of robot.takeSaid()) this.options.onSaid(text);
    this.publishEvents();
  }

  private publishEvents(): void {
    for (const event of this.options.robot.takeEvents()) if (this.unsent.push(event) > MOST_EVENTS) this.unsent.shift();
    if (this.unsent.length > 0) void this.sendEvents();
  }

  private echo(now: number): void {
    const { robot } = this.options;
    if (robot.lease === 0 || now - this.echoAt < TELEOP_ECHO_INTERVAL_MS - 1) return;
    const echo = robot.echo();
    if (!echo) return;
    this.echoAt = now;
    this.connection.tell(this.topic('teleopEcho'), JSON.stringify(echo));
  }

  /** Delivers at least once: events are queued until the broker acknowledges them; their ids deduplicate repeats. */
  private async sendEvents(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    for (let event = this.unsent[0]; event; event = this.unsent[0]) {
      const topic = NAMES_PEOPLE.has(event.event.type)
        ? privateEventsTopic(this.options.credentials)
        : this.topic('events');
      if (!(await this.connection.send(topic, JSON.stringify(event)))) break;
      this.unsent.shift();
    }
    this.sending = false;
  }

  private followNetwork(): void {
    const { network } = this.options.robot;
    if (network === this.network) return;
    this.network = network;
    if (network === 'up') this.connection.open();
    else if (network === 'dead') this.connection.cut();
    else void this.close();
  }
  private network: Robot['network'] | 'unopened' = 'unopened';

  signal(topic: string, message: unknown): void {
    void this.connection.send(topic, JSON.stringify(message));
  }

  get isUp(): boolean {
    return this.connection.isUp;
  }

  /** Disconnects cleanly: publishes OFFLINE instead of the last will. */
  close(): Promise<void> {
    return this.connection.close(this.topic('connection'), this.message('connection', { connectionState: 'OFFLINE' }));
  }
}

function readJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    // Treated like any other malformed message: the robot reports a validation error.
    return null;
  }
}
