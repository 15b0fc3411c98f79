/** The live fleet, as the features use it. */
import type { Language } from '../../contract/entities/constants.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';
import type { CommandRow } from '../db/repositories/commands.ts';
import type { LeaseRow } from '../db/repositories/leases.ts';
import type { Conformance } from '../conformance/conformance.ts';
import type { Captions } from './captions.ts';
import type { DeviceInfo } from './deviceInfo.ts';
import type { FleetCache } from './fleetCache.ts';
import type { Disinfections } from './disinfections/createDisinfections.ts';
import type { RouteRuns } from './routeRuns/createRouteRuns.ts';
import type { CommandLedger } from './commandLedger.ts';
import type { RobotSettings } from './robotSettings.ts';
import type { ToRobot } from './messages.ts';
import type { StopEntry } from './stopJournal.ts';
import type { StandingStop } from './stops.ts';

export interface Fleet {
  /** The live state of a robot in the reader's language; `at: null` for a robot that never sent a message. */
  live(serialNumber: string, language: Language): RobotLive;
  fleetCache: FleetCache;
  ledger: CommandLedger;
  routeRuns: RouteRuns;
  disinfections: Disinfections;
  toRobot: ToRobot;
  captions: Captions;
  robotSettings: Pick<RobotSettings, 'send'>;
  /** What robots' messages look like against VDA 5050, and the last of them. */
  conformance: Conformance;
  /** The node that a robot last passed, as the start of an order. */
  lastNodeOf(serialNumber: string): string;
  /** What a robot reports about its devices; undefined before its first state since the server's start. */
  deviceInfo(serialNumber: string): DeviceInfo | undefined;
  /** Whether a robot is carrying out a user's order, according to its own state. */
  hasOrder(serialNumber: string): boolean;
  /**
   * Stops a robot: sent at once, and again at every reconnect until its state confirms it. Resolves with the ledger
   * row.
   */
  stop(entry: StopEntry): Promise<CommandRow>;
  /** A Resume lifted these Stops in the database. Returns true when no Stop holds the robot any more. */
  lifted(serialNumber: string, ids: readonly string[]): boolean;
  stopsOf(serialNumber: string): readonly StandingStop[];
  /** A lease was passed on or ended: notifies the robot, the broker and the subscribers. */
  leaseChanged(row: LeaseRow): Promise<void>;
  /** Rechecks media access after a possible change, and updates the robots at once. Never rejects. */
  recheckMedia(): Promise<void>;
  /** Changes the live state of a robot that was taken out of use or moved, before it sends its own again. */
  patchLive(serialNumber: string, change: Partial<RobotLive>): void;
  /** Robots, maps or relations changed in the database: reloads the cache. */
  refresh(): Promise<void>;
  /** Some server may have changed them: the cache is reloaded with the next tick. */
  changedElsewhere(): void;
  close(): Promise<void>;
}
