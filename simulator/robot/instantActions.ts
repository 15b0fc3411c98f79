/** Instant actions (VDA 5050 2.1, 6.8), standard and custom; each ends as FINISHED or FAILED with a reason. */
import * as v from 'valibot';
import { instantActionsMessage } from '../../contract/wire/vda5050.ts';
import type { VdaAction } from '../../contract/wire/vda5050.ts';
import type { Spot } from '../building/building.ts';
import type { ActionStates } from './actionStates.ts';
import { robotError } from './errors.ts';
import type { Errors } from './errors.ts';
import { idsIn, placeFault } from './orderRules.ts';
import type { Environment } from './environment.ts';
import { parametersOf } from './actionRunner.ts';

/** What instant actions need of the robot. */
export interface Actor {
  readonly states: ActionStates;
  readonly errors: Errors;
  readonly environment: Environment;
  readonly radius: number;
  mapId: string;
  canDo(actionType: string): boolean;
  pause(): void;
  unpause(): void;
  /** False if there is nothing to cancel. `actionId` ends as FINISHED once the order has ended. */
  cancel(actionId: string): boolean;
  /** @returns why it failed; null on success */
  relocate(to: Spot & { theta: number }, lastNodeId: string | null): string | null;
  /** Charges here, or goes to a charger. @returns why it cannot; null if it can */
  charge(actionId: string): string | null;
  lease(number: number): void;
  begin(action: VdaAction): void;
  /** Applies the settings and reports them; refused ones are in the report. */
  applySettings(version: number, values: Readonly<Record<string, unknown>>): void;
  /** @returns why it cannot; null if it did */
  decideLearning(what: 'keep' | 'forget', learningId: string): string | null;
  /** Publishes the state or the factsheet at once. */
  tell(what: 'state' | 'factsheet'): void;
}

const initPosition = v.object({
  x: v.number(),
  y: v.number(),
  theta: v.number(),
  mapId: v.string(),
  lastNodeId: v.optional(v.string()),
});
const applySettings = v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  values: v.record(v.string(), v.unknown()),
});
const learning = v.object({ learningId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)) });
const controlLease = v.object({ lease: v.pipe(v.number(), v.integer(), v.minValue(0)) });

export function carryInstantActions(message: unknown, actor: Actor): void {
  const parsed = v.safeParse(instantActionsMessage, message);
  if (!parsed.success || !(parsed.output.actions ?? parsed.output.instantActions)) {
    const field = parsed.success ? 'actions' : (v.getDotPath(parsed.issues[0]) ?? '');
    actor.errors.refuse(
      robotError(
        'validationError',
        { topic: 'instantActions', ...idsIn(message), field },
        { description: 'The instant actions cannot be read.' },
      ),
      actor.environment.now(),
    );
    return;
  }
  const { actions, instantActions, headerId } = parsed.output;
  for (const action of actions ?? instantActions ?? []) {
    // The server resends actions in doubt: the same id is the same action.
    if (actor.states.knows(action.actionId)) continue;
    actor.states.add(action, 'INITIALIZING', false);
    const fault = carry(action, actor);
    if (fault === null) continue;
    const { type, description } =
      typeof fault === 'string' ? { type: 'instantActionError' as const, description: fault } : fault;
    actor.states.set(action.actionId, 'FAILED', actor.environment.now(), description);
    actor.errors.refuse(
      robotError(
        type,
        { topic: 'instantActions', headerId, actionId: action.actionId, actionType: action.actionType },
        description ? { description } : {},
      ),
      actor.environment.now(),
    );
  }
}

type Fault = string | { type: Parameters<typeof robotError>[0]; description: string };

function carry(action: VdaAction, actor: Actor): Fault | null {
  const { actionId, actionType } = action;
  const { states, environment } = actor;
  const finish = (): null => (states.set(actionId, 'FINISHED', environment.now()), null);
  const parameters = parametersOf(action);
  switch (actionType) {
    case 'startPause':
      return (actor.pause(), finish());
    case 'stopPause':
      return (actor.unpause(), finish());
    case 'stateRequest':
      return (finish(), actor.tell('state'), null);
    case 'factsheetRequest':
      return (actor.tell('factsheet'), finish());
    case 'cancelOrder':
      states.set(actionId, 'RUNNING', environment.now());
      return actor.cancel(actionId) ? null : { type: 'noOrderToCancel', description: 'There is no order to cancel.' };
    case 'initPosition': {
      const read = v.safeParse(initPosition, { ...parameters, mapId: parameters.mapId || actor.mapId });
      if (!read.success) return `initPosition needs x, y, theta and mapId: ${read.issues[0].message}.`;
      const { lastNodeId, ...to } = read.output;
      const fault = placeFault(to, actor.radius, environment);
      if (fault) return { type: fault.type, description: fault.texts.description ?? '' };
      return actor.relocate(to, lastNodeId || null) ?? finish();
    }
    case 'startCharging':
      states.set(actionId, 'RUNNING', environment.now());
      return actor.charge(actionId);
    case 'controlLease': {
      const read = v.safeParse(controlLease, parameters);
      if (!read.success) return `controlLease needs the number of the lease: ${read.issues[0].message}.`;
      return (actor.lease(read.output.lease), finish());
    }
    case 'applySettings': {
      if (!actor.canDo(actionType)) return `The robot has no action ${actionType}.`;
      const read = v.safeParse(applySettings, parameters);
      if (!read.success) return `applySettings needs version and values: ${read.issues[0].message}.`;
      return (actor.applySettings(read.output.version, read.output.values), finish());
    }
    case 'keepLearning':
    case 'forgetLearning': {
      if (!actor.canDo(actionType)) return `The robot has no action ${actionType}.`;
      const read = v.safeParse(learning, parameters);
      if (!read.success) return `${actionType} needs learningId: ${read.issues[0].message}.`;
      return (
        actor.decideLearning(actionType === 'keepLearning' ? 'keep' : 'forget', read.output.learningId) ?? finish()
      );
    }
    default:
      if (!actor.canDo(actionType)) return `The robot has no action ${actionType}.`;
      return (actor.begin(action), null);
  }
}
