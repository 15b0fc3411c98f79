/**
 * Actions of robots: what their devices do, and where they are sent. Each is asked for once and followed until the robot
 * has reported its end.
 *
 *   asks       each action.ask and phrase.say spawns an `ask`; answered: its command is followed, refused: it says why
 *   head       still ──action.ask of the head──▶ settling ──400 ms──▶ still: one command after the last change
 *   following  resting ⇄ reading: reads the open commands; the ledger's messages (ledger.heard) count as well
 *   photo      none ─▶ loading ─▶ none: the address of the newest photo
 *   phrases    loading ─▶ ready: texts that were said lately
 */
import { assertEvent, assign, setup } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import { canBecome, type CommandKind, hasEnded } from '../../../contract/rules/commandLife.ts';
import type { DeviceReport } from '../../../contract/rules/deviceReport.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import type { Failure } from '../failure.ts';

export type ActionRequest =
  | { kind: 'say'; text: string }
  | { kind: 'takePhoto' }
  | { kind: 'setLights'; on: boolean }
  | { kind: 'setHead'; horizontal: number; vertical: number }
  | { kind: 'setVolume'; volume: number }
  | { kind: 'openCabinet' | 'closeCabinet'; cabinet: number }
  | { kind: 'goTo'; mapId: string; x: number; y: number; theta: number };

export interface ActionInput {
  local: string;
  serialNumber: string;
  request: ActionRequest;
}
/** Newest first. `command` is null until the server has answered. */
export interface AskedAction {
  local: string;
  serialNumber: string;
  robotName: string;
  kind: CommandKind;
  askedAt: number;
  command: Command | null;
  failure: Failure | null;
}
/** Values that were set here and that the robot may not show yet. */
export interface DeviceDraft {
  horizontal: number | null;
  vertical: number | null;
  volume: number | null;
}
export interface Photo {
  fileId: string;
  /** Signed address for an `<img>`. */
  url: string;
}
/** An action that is about to be asked for. `at`: ms by the server's clock. */
interface WantedAction {
  serialNumber: string;
  robotName: string;
  request: ActionRequest;
  at: number;
}
export interface RobotActionsInput {
  userId: string;
}
export interface RobotActionsContext extends RobotActionsInput {
  asked: number;
  actions: readonly AskedAction[];
  typed: string;
  /** Newest first. */
  phrases: readonly string[];
  draft: DeviceDraft;
  /** How the head is turned once it is left alone. */
  turning: WantedAction | null;
  /** null before the first report. */
  devices: DeviceReport | null;
  photo: Photo | null;
}
export type RobotActionsEvent =
  | ({ type: 'action.ask' } & WantedAction)
  | { type: 'action.dismiss'; local: string }
  | { type: 'phrase.type'; text: string }
  /** Says the typed text, or one that was said before. */
  | { type: 'phrase.say'; serialNumber: string; robotName: string; text: string; at: number }
  | { type: 'draft.set'; draft: Partial<DeviceDraft> }
  | { type: 'devices.heard'; devices: DeviceReport }
  | { type: 'ledger.heard'; commands: readonly Command[] }
  | { type: 'ask.answered'; local: string; command: Command }
  | { type: 'ask.refused'; local: string; failure: Failure };

/** Actions that stay visible. */
const ACTIONS_KEPT = 4;
export const PHRASES_KEPT = 6;
/** Turning the head sends one command after the last change, not one for each degree, ms. */
const SETTLE_MS = 400;
/** Interval at which open commands are read, ms. */
const FOLLOW_MS = 1_500;
const NO_DRAFT: DeviceDraft = { horizontal: null, vertical: null, volume: null };

const isOpen = ({ command }: AskedAction): boolean => command !== null && !hasEnded(command.state);
const openIds = ({ actions }: RobotActionsContext): string[] =>
  actions.flatMap((action) => (isOpen(action) && action.command ? [action.command.id] : []));
/** Responses and messages overtake each other: a command never returns to an earlier state. */
const later = (known: Command, found: Command | undefined): Command =>
  found && (found.state === known.state || canBecome(known.state, found.state)) ? found : known;
const newestPhoto = ({ actions }: RobotActionsContext): string | null =>
  actions.find(({ command }) => command?.kind === 'takePhoto' && command.fileId)?.command?.fileId ?? null;

/** A draft ends with its action: then the robot's report counts. */
function withNews(context: RobotActionsContext, commands: readonly Command[]): Partial<RobotActionsContext> {
  const byId = new Map(commands.map((command) => [command.id, command]));
  const actions = context.actions.map((action) =>
    action.command ? { ...action, command: later(action.command, byId.get(action.command.id)) } : action,
  );
  return { actions, draft: draftAfter(actions, context) };
}
function draftAfter(
  actions: readonly AskedAction[],
  { draft, turning }: Pick<RobotActionsContext, 'draft' | 'turning'>,
): DeviceDraft {
  const isUnderWay = (kind: CommandKind): boolean =>
    actions.some((action) => action.kind === kind && action.failure === null && (!action.command || isOpen(action)));
  return {
    ...(turning || isUnderWay('setHead')
      ? { horizontal: draft.horizontal, vertical: draft.vertical }
      : { horizontal: null, vertical: null }),
    volume: isUnderWay('setVolume') ? draft.volume : null,
  };
}

const robotActions = setup({
  types: {
    context: {} as RobotActionsContext,
    input: {} as RobotActionsInput,
    events: {} as RobotActionsEvent,
  },
  actors: {
    /** Calls the API once; reports `ask.answered` or `ask.refused`. */
    ask: callbackEffect<ActionInput>('ask'),
    readCommands: promiseEffect<{ commands: readonly Command[] }, { ids: readonly string[] }>('readCommands'),
    loadPhoto: promiseEffect<Photo, { fileId: string }>('loadPhoto'),
    loadPhrases: promiseEffect<{ phrases: readonly string[] }, RobotActionsInput>('loadPhrases'),
  },
  actions: {
    /** Keeps the phrases while the user is signed in; they are not stored. */
    keepPhrases: (_: unknown, _params: { userId: string; phrases: readonly string[] }): void => undefined,
  },
  guards: {
    isTurn: (_, { request }: { request: ActionRequest }) => request.kind === 'setHead',
    hasOpen: ({ context }) => openIds(context).length > 0,
    hasNewPhoto: ({ context }) => {
      const fileId = newestPhoto(context);
      return fileId !== null && fileId !== context.photo?.fileId;
    },
  },
  delays: { follow: FOLLOW_MS, settle: SETTLE_MS },
});

/** What an event asks for; without one, the turn of the head that has settled. */
function wantedBy(event: RobotActionsEvent, turning: WantedAction | null): WantedAction | null {
  if (event.type === 'action.ask') return event;
  return event.type === 'phrase.say' ? { ...event, request: { kind: 'say', text: event.text.trim() } } : turning;
}
const start = robotActions.enqueueActions(({ context, event, enqueue }) => {
  const wanted = wantedBy(event, context.turning);
  if (!wanted || (wanted.request.kind === 'say' && wanted.request.text === '')) return;
  const { serialNumber, robotName, request, at } = wanted;
  const local = `action-${context.asked + 1}`;
  const action: AskedAction = {
    local,
    serialNumber,
    robotName,
    kind: request.kind,
    askedAt: at,
    command: null,
    failure: null,
  };
  // The last one of its kind makes room; what is under way stays.
  const others = context.actions.filter((one) => one.kind !== request.kind || isOpen(one) || isAsking(one));
  enqueue.assign({ asked: context.asked + 1, actions: [action, ...others].slice(0, ACTIONS_KEPT) });
  if (request.kind === 'say') {
    const phrases = [request.text, ...context.phrases.filter((one) => one !== request.text)].slice(0, PHRASES_KEPT);
    enqueue.assign({ phrases, typed: '' });
    enqueue({ type: 'keepPhrases', params: { userId: context.userId, phrases } });
  }
  enqueue.spawnChild('ask', { id: local, input: { local, serialNumber, request } });
});
const isAsking = ({ command, failure }: AskedAction): boolean => command === null && failure === null;

const assignAnswer = robotActions.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'ask.answered');
  const { local, command } = event;
  enqueue.assign({
    actions: context.actions.map((action) => (action.local === local ? { ...action, command } : action)),
  });
  enqueue.stopChild(local);
});
const assignRefusal = robotActions.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'ask.refused');
  const { local, failure } = event;
  const refused = context.actions.find((action) => action.local === local);
  const actions = context.actions.map((action) => (action.local === local ? { ...action, failure } : action));
  enqueue.assign({ actions, draft: draftAfter(actions, context) });
  // What was not said can be corrected.
  if (refused?.kind === 'say' && context.typed === '') enqueue.assign({ typed: context.phrases[0] ?? '' });
  enqueue.stopChild(local);
});

export const robotActionsMachine = robotActions.createMachine({
  id: 'robotActions',
  context: ({ input }) => ({
    ...input,
    asked: 0,
    actions: [],
    typed: '',
    phrases: [],
    draft: NO_DRAFT,
    turning: null,
    devices: null,
    photo: null,
  }),
  type: 'parallel',
  states: {
    asks: {
      on: {
        'action.ask': [
          // Asked for by the region `head`.
          { guard: { type: 'isTurn', params: ({ event }) => event } },
          { actions: start },
        ],
        'phrase.say': { actions: start },
        'phrase.type': {
          actions: robotActions.assign({ typed: ({ event }) => (event.type === 'phrase.type' ? event.text : '') }),
        },
        'draft.set': {
          actions: robotActions.assign(({ context, event }) => {
            assertEvent(event, 'draft.set');
            return { draft: { ...context.draft, ...event.draft } };
          }),
        },
        'devices.heard': {
          actions: robotActions.assign(({ event }) => {
            assertEvent(event, 'devices.heard');
            return { devices: event.devices };
          }),
        },
        'ask.answered': { actions: assignAnswer },
        'ask.refused': { actions: assignRefusal },
        'ledger.heard': {
          actions: robotActions.assign(({ context, event }) => {
            assertEvent(event, 'ledger.heard');
            return withNews(context, event.commands);
          }),
        },
        'action.dismiss': {
          actions: robotActions.assign(({ context, event }) => {
            assertEvent(event, 'action.dismiss');
            return { actions: context.actions.filter(({ local }) => local !== event.local) };
          }),
        },
      },
    },
    head: {
      initial: 'still',
      on: {
        'action.ask': {
          guard: { type: 'isTurn', params: ({ event }) => event },
          target: '.settling',
          actions: assign({
            turning: ({ event: { serialNumber, robotName, request, at } }) => ({
              serialNumber,
              robotName,
              request,
              at,
            }),
          }),
        },
      },
      states: {
        still: {},
        settling: { after: { settle: { target: 'still', actions: [start, assign({ turning: null })] } } },
      },
    },
    following: {
      initial: 'none',
      states: {
        none: { always: { guard: 'hasOpen', target: 'resting' } },
        resting: { after: { follow: 'reading' } },
        reading: {
          invoke: {
            src: 'readCommands',
            input: ({ context }) => ({ ids: openIds(context) }),
            onDone: {
              target: 'none',
              actions: assign(({ context, event }) => withNews(context, event.output.commands)),
            },
            // Read again after the next interval.
            onError: 'none',
          },
        },
      },
    },
    photo: {
      initial: 'none',
      states: {
        none: { always: { guard: 'hasNewPhoto', target: 'loading' } },
        loading: {
          invoke: {
            src: 'loadPhoto',
            input: ({ context }) => ({ fileId: newestPhoto(context) ?? '' }),
            onDone: { target: 'none', actions: assign({ photo: ({ event }) => event.output }) },
            onError: 'failed',
          },
        },
        // Tried again with the next photo.
        failed: { on: { 'action.ask': 'none' } },
      },
    },
    phrases: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'loadPhrases',
            input: ({ context: { userId } }) => ({ userId }),
            onDone: {
              target: 'ready',
              actions: assign({ phrases: ({ event }) => event.output.phrases }),
            },
            onError: 'ready',
          },
        },
        ready: {},
      },
    },
  },
});
