/**
 * What a robot's state proves about a command (design 6). Pure. A command is never done because it was sent:
 * only the robot's own words move it on, and only they end it well.
 */
import type { CommandKind, CommandState } from '../../contract/rules/commandLife.ts';
import type { StateMessage } from '../../contract/wire/vda5050.ts';

export interface OpenCommand {
  id: string;
  kind: CommandKind;
  state: CommandState;
  /** Node that an order ends at. */
  targetId: string | null;
}

export interface ProgressUpdate {
  to: CommandState;
  reason?: { type: string; description: string };
}

/** The node of an order towards a place that is no point. */
export const PLACE_NODE = 'place';

export function deriveProgress(command: OpenCommand, state: StateMessage): ProgressUpdate | null {
  const refused = errorAbout(command.id, state);
  if (refused) return { to: 'failed', reason: refused };
  switch (command.kind) {
    case 'goTo':
    case 'charge':
      return proveOrder(command, state);
    case 'stop':
      if (state.paused) return { to: 'finished' };
      return actionOf(command.id, state) ? { to: 'accepted' } : null;
    case 'resume':
      return proveAction(command, state, !state.paused);
    case 'cancel':
    case 'relocate':
      return proveAction(command, state, true);
    case 'drive':
    case 'cruise':
      // Its life follows the lease, or the drive along its route.
      return null;
  }
}

function proveOrder(command: OpenCommand, state: StateMessage): ProgressUpdate | null {
  const wasTaken = command.state === 'accepted' || command.state === 'running';
  if (state.orderId !== command.id)
    return wasTaken ? { to: 'failed', reason: { type: 'replaced', description: '' } } : null;

  const node = state.actionStates.find(({ actionId }) => actionId === chargeActionOf(command.id));
  if (node?.actionStatus === 'FAILED')
    return { to: 'failed', reason: { type: 'actionFailed', description: node.resultDescription ?? '' } };

  if (state.nodeStates.length === 0 && state.edgeStates.length === 0 && !state.driving) {
    if (state.lastNodeId !== (command.targetId ?? PLACE_NODE))
      return { to: 'failed', reason: { type: 'cancelled', description: '' } };
    if (command.kind === 'charge' && !state.batteryState.charging) return { to: 'running' };
    return { to: 'finished' };
  }
  const underWay = state.driving || state.lastNodeSequenceId > 0;
  return { to: underWay ? 'running' : 'accepted' };
}

function proveAction(command: OpenCommand, state: StateMessage, shows: boolean): ProgressUpdate | null {
  const action = actionOf(command.id, state);
  if (!action) return null;
  switch (action.actionStatus) {
    case 'FAILED':
      return { to: 'failed', reason: { type: 'actionFailed', description: action.resultDescription ?? '' } };
    case 'FINISHED':
      return shows ? { to: 'finished' } : { to: 'accepted' };
    case 'RUNNING':
      return { to: 'running' };
    default:
      return { to: 'accepted' };
  }
}

/** Repeats of a Stop carry the command's id with a number behind it. */
const actionOf = (id: string, state: StateMessage) =>
  state.actionStates.find(({ actionId }) => actionId === id || actionId.startsWith(`${id}-`));

/** The action at the end of an order to charge. */
export const chargeActionOf = (id: string): string => `${id}-charge`;

function errorAbout(id: string, state: StateMessage): { type: string; description: string } | null {
  for (const { errorType, errorReferences, errorDescription, errorHint } of state.errors)
    if (errorReferences?.some(({ referenceValue }) => referenceValue === id || referenceValue.startsWith(`${id}-`)))
      return { type: errorType, description: [errorDescription, errorHint].filter(Boolean).join(' ') };
  return null;
}
