/** What commands are made of: the wishes of a person, the events, the effects. The charts: commands.machine.ts, target.ts. */
import { setup } from 'xstate';
import type { RobotStop } from '../../../contract/entities/robot.ts';
import type { Command } from '../../../contract/entities/command.ts';
import type { TaskKind } from '../../../contract/wire/actions.ts';
import type { CommandKind } from '../../../contract/rules/commandLife.ts';
import type { Failure } from '../failure.ts';
import { callbackEffect } from '../effectStubs.ts';

/** Where a robot may be sent: a point, or a place on a map in metres. */
export interface Target {
  mapId: string;
  x: number;
  y: number;
  /** The point's id, empty for a mere place. */
  areaId: string;
  /** The point's name, empty for a mere place. */
  name: string;
  /** Radians; which way it looks there. null: as it comes. */
  theta: number | null;
}
export type TargetAct = 'goTo' | 'relocate';

export type CommandWish =
  | { kind: 'goTo' | 'relocate'; target: Target; replaces?: TaskKind }
  /** Lifts those Stops that its person saw, and no other. */
  | { kind: 'resume'; stopIds?: readonly string[] }
  | { kind: 'cancel' }
  /** replaces: the task that its person saw and lets go of. */
  | { kind: 'charge'; replaces?: TaskKind };

export interface AskInput {
  local: string;
  serialNumber: string;
  wish: CommandWish;
}
/** Asked for here, and the cloud has not answered yet, or has refused. */
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
  /** Counts what was asked for here, to name it. */
  asked: number;
  /** What is typed into the list of points. */
  keyword: string;
  target: Target | null;
  act: TargetAct;
  /** The Stops that are being asked about, and what becomes of the robot's order. */
  resume: ResumeChoice;
  /** The task that is asked about before it is sent to charge. */
  displaces: TaskKind | null;
}

export type OrderChoice = 'continue' | 'drop';
export interface ResumeChoice {
  stopIds: readonly string[];
  order: OrderChoice;
  at: number;
}
export type ResumeEvent =
  /** byOther: somebody else's Stop is among them. */
  | { type: 'resume.press'; stops: readonly RobotStop[]; byOther: boolean; at: number }
  | { type: 'resume.choose'; order: OrderChoice }
  | { type: 'resume.confirm'; at: number }
  | { type: 'resume.cancel' }
  /** Whether it has an order that could be cancelled. */
  | { type: 'robot.seen'; busy: boolean };

export type ChargeEvent =
  /** displaces: the task that charging would end; null: none. */
  | { type: 'charge.press'; displaces: TaskKind | null; at: number }
  | { type: 'charge.confirm'; at: number }
  | { type: 'charge.cancel' };

export type TargetEvent =
  | { type: 'points.open' }
  | { type: 'points.search'; keyword: string }
  /** The tool: the next press on the map says where. */
  | { type: 'place.start'; act: TargetAct }
  | { type: 'target.pick'; target: Target }
  | { type: 'act.choose'; act: TargetAct }
  | { type: 'heading.set'; theta: number | null }
  /** replaces: the task that was shown beside it. */
  | { type: 'target.confirm'; at: number; replaces?: TaskKind | undefined }
  | { type: 'target.cancel' };
export type CommandsEvent =
  | TargetEvent
  | ResumeEvent
  | ChargeEvent
  /** `at`: the server's clock, ms. */
  | { type: 'command.ask'; wish: CommandWish; at: number }
  | { type: 'refusal.dismiss'; local: string }
  | { type: 'ledger.heard'; commands: readonly Command[] }
  | { type: 'ask.answered'; local: string; command: Command }
  | { type: 'ask.refused'; local: string; failure: Failure };

/** A robot that does not let go of its order in this time stays stopped. */
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
