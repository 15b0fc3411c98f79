/** Types, events and effects of commands. The charts: commands.machine.ts, target.ts. */
import { setup } from 'xstate';
import type { RobotStop } from '../../../contract/entities/robot.ts';
import type { Command } from '../../../contract/entities/command.ts';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import type { CommandKind } from '../../../contract/rules/commandLife.ts';
import type { Failure } from '../failure.ts';
import { callbackEffect } from '../effectStubs.ts';

/** A destination of a robot: a point, or a position on a map in metres. */
export interface Target {
  mapId: string;
  x: number;
  y: number;
  /** The point's id; empty for a bare position. */
  areaId: string;
  /** The point's name; empty for a bare position. */
  name: string;
  /** Heading at the target, radians; null: any. */
  theta: number | null;
}
export type TargetAct = 'goTo' | 'relocate';

export type CommandRequest =
  | { kind: 'goTo' | 'relocate'; target: Target; replaces?: TaskKind }
  /** Lifts only the Stops that the user saw. */
  | { kind: 'resume'; stopIds?: readonly string[] }
  | { kind: 'cancel' }
  /** replaces: the task that the user saw and agreed to replace. */
  | { kind: 'charge'; replaces?: TaskKind };

export interface AskInput {
  local: string;
  serialNumber: string;
  request: CommandRequest;
}
/** Requested here; the server has not responded yet, or has rejected it. */
export interface PendingCommand {
  local: string;
  kind: CommandKind;
  target: string;
  askedAt: number;
  failure: Failure | null;
}
export interface CommandsInput {
  serialNumber: string;
  userId: string;
  rows: readonly Command[];
}
export interface CommandsContext extends CommandsInput {
  pending: readonly PendingCommand[];
  /** Counter of the requests made here, used for their ids. */
  asked: number;
  /** The typed search text of the point list. */
  keyword: string;
  target: Target | null;
  act: TargetAct;
  /** The Stops to be confirmed, and the choice for the robot's order. */
  resume: ResumeChoice;
  /** The task that is to be confirmed as replaced before charging. */
  displaces: TaskKind | null;
}

export type OrderChoice = 'continue' | 'drop';
export interface ResumeChoice {
  stopIds: readonly string[];
  order: OrderChoice;
  at: number;
}
export type ResumeEvent =
  /** byOther: a Stop of another user is among them. */
  | { type: 'resume.press'; stops: readonly RobotStop[]; byOther: boolean; at: number }
  | { type: 'resume.choose'; order: OrderChoice }
  | { type: 'resume.confirm'; at: number }
  | { type: 'resume.cancel' }
  /** Whether the robot has an order that could be cancelled. */
  | { type: 'robot.seen'; busy: boolean };

export type ChargeEvent =
  /** displaces: the task that charging would end; null: none. */
  | { type: 'charge.press'; displaces: TaskKind | null; at: number }
  | { type: 'charge.confirm'; at: number }
  | { type: 'charge.cancel' };

export type TargetEvent =
  | { type: 'points.open' }
  | { type: 'points.search'; keyword: string }
  /** Activates the tool: the next press on the map sets the position. */
  | { type: 'place.start'; act: TargetAct }
  | { type: 'target.pick'; target: Target }
  | { type: 'act.choose'; act: TargetAct }
  | { type: 'heading.set'; theta: number | null }
  /** replaces: the task that was shown beside the confirmation. */
  | { type: 'target.confirm'; at: number; replaces?: TaskKind | undefined }
  | { type: 'target.cancel' };
export type CommandsEvent =
  | TargetEvent
  | ResumeEvent
  | ChargeEvent
  /** `at`: server clock, ms. */
  | { type: 'command.ask'; request: CommandRequest; at: number }
  | { type: 'refusal.dismiss'; local: string }
  | { type: 'ledger.heard'; commands: readonly Command[] }
  | { type: 'ask.answered'; local: string; command: Command }
  | { type: 'ask.refused'; local: string; failure: Failure };

/** A robot that does not drop its order within this time stays stopped. */
const DROP_MS = 15_000;

export const commands = setup({
  types: {
    context: {} as CommandsContext,
    input: {} as CommandsInput,
    events: {} as CommandsEvent,
    tags: {} as 'tool' | 'listing' | 'placing' | 'confirming' | 'resuming' | 'dropping' | 'charging',
  },
  actors: {
    /** Calls the API once; reports `ask.answered` or `ask.refused`. */
    ask: callbackEffect<AskInput>('ask'),
  },
  guards: {
    isByOther: ({ event }) => event.type === 'resume.press' && event.byOther,
    isDropping: ({ context }) => context.resume.order === 'drop',
    isFree: ({ event }) => event.type === 'robot.seen' && !event.busy,
    isCancelRefused: ({ context, event }) =>
      event.type === 'ask.refused' &&
      context.pending.some(({ local, kind }) => local === event.local && kind === 'cancel'),
  },
  delays: { dropDelay: DROP_MS },
});
