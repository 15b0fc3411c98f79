/** What commands are made of: the wishes of a person, the events, the effects. The charts: commands.machine.ts, target.ts. */
import { setup } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import type { CommandKind } from '../../../contract/rules/commandLife.ts';
import type { Failure } from '../failure.ts';
import { callbackEffect } from '../notProvided.ts';

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
  | { kind: 'goTo' | 'relocate'; target: Target }
  | { kind: 'resume' | 'cancel' | 'charge' };

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
}

export type TargetEvent =
  | { type: 'points.open' }
  | { type: 'points.search'; keyword: string }
  /** The tool: the next press on the map says where. */
  | { type: 'place.start'; act: TargetAct }
  | { type: 'target.pick'; target: Target }
  | { type: 'act.choose'; act: TargetAct }
  | { type: 'heading.set'; theta: number | null }
  | { type: 'target.confirm'; at: number }
  | { type: 'target.cancel' };
export type CommandsEvent =
  | TargetEvent
  /** `at`: the server's clock, ms. */
  | { type: 'command.ask'; wish: CommandWish; at: number }
  | { type: 'refusal.dismiss'; local: string }
  | { type: 'ledger.heard'; commands: readonly Command[] }
  | { type: 'ask.answered'; local: string; command: Command }
  | { type: 'ask.refused'; local: string; failure: Failure };

export const commands = setup({
  types: {
    context: {} as CommandsContext,
    input: {} as CommandsInput,
    events: {} as CommandsEvent,
    tags: {} as 'tool' | 'listing' | 'placing' | 'confirming',
  },
  actors: {
    /** Calls the API once; reports `ask.answered` or `ask.refused`. */
    ask: callbackEffect<AskInput>('ask'),
  },
});
