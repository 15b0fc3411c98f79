/** The live fleet as features see it. */
import type { Language } from '../../contract/entities/constants.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';
import type { CommandRow } from '../db/repositories/commands.ts';
import type { LeaseRow } from '../db/repositories/leases.ts';
import type { Captions } from './captions.ts';
import type { FleetCache } from './fleetCache.ts';
import type { RouteRuns } from './routeRuns/createRouteRuns.ts';
import type { CommandLedger } from './commandLedger.ts';
import type { ToRobot } from './messages.ts';
import type { StopEntry } from './stopJournal.ts';
import type { StandingStop } from './stops.ts';

export interface Fleet {
  /** The picture of a robot in a reader's language; one never heard has `at: null`. */
  live(serialNumber: string, language: Language): RobotLive;
  fleetCache: FleetCache;
  ledger: CommandLedger;
  drives: RouteRuns;
  toRobot: ToRobot;
  captions: Captions;
  /** The node a robot last passed, for the start of an order. */
  lastNodeOf(serialNumber: string): string;
  /** Whether a robot is carrying out an order of people's, as it said itself. */
  hasOrder(serialNumber: string): boolean;
  /** Holds a robot: told at once, and again at every return until its state shows it. Resolves with the ledger's entry. */
  stop(entry: StopEntry): Promise<CommandRow>;
  /** A Resume lifted these Stops in the database. True when nothing holds the robot any more. */
  lifted(serialNumber: string, ids: readonly string[]): boolean;
  stopsOf(serialNumber: string): readonly StandingStop[];
  /** A lease changed hands or ended: the robot, the broker and whoever watches are told. */
  leaseChanged(row: LeaseRow): Promise<void>;
  /** Who may watch or hear a robot may have changed: the robots are told at once. Never rejects. */
  recheckMedia(): Promise<void>;
  /** Robots, maps or relations changed in the database: what is kept of them in memory is read anew. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}
