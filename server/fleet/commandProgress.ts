/**
 * Derives a command's progress from a robot's state (design 6). Pure. Sending a command never completes it: only the
 * robot's reports advance it and finish it successfully.
 */
import { deviceReportOf, showsAction } from '../../contract/rules/deviceReport.ts';
import type { ActionParameters, RobotAction } from '../../contract/rules/robotActions.ts';
import type { CommandKind, CommandState } from '../../contract/rules/commandLife.ts';
import type { StateMessage } from '../../contract/wire/vda5050.ts';

export interface OpenCommand {
  id: string;
  kind: CommandKind;
  state: CommandState;
  /** The order's last node. */
  targetId: string | null;
  parameters?: ActionParameters | null | undefined;
}

export interface ProgressUpdate {
  to: CommandState;
  reason?: { type: string; description: string };
  /** The robot names this file as its photo. */
  fileId?: string;
}

/** Node id of an order to a place that is not a point. */
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
    case 'buildMap':
      return proveMapping(command, state);
    case 'drive':
    case 'cruise':
      // Its progress follows the control lease, or the route run.
      return null;
    case 'say':
    case 'takePhoto':
    case 'setLights':
    case 'setHead':
    case 'setVolume':
    case 'openCabinet':
    case 'closeCabinet':
      return proveDevice({ ...command, kind: command.kind }, state);
  }
}

const FILE_ID = /^[0-9a-f]{32}$/u;

/** Done when the action has finished and the reported devices show it; until then it is running. */
function proveDevice(command: OpenCommand & { kind: RobotAction }, state: StateMessage): ProgressUpdate | null {
  const isShown = showsAction(command.kind, command.parameters ?? {}, deviceReportOf(state));
  const proven = proveAction(command, state, isShown);
  if (proven?.to !== 'finished')
    return actionOf(command.id, state)?.actionStatus === 'FINISHED' ? { to: 'running' } : proven;
  const result = actionOf(command.id, state)?.resultDescription ?? '';
  return command.kind === 'takePhoto' && FILE_ID.test(result) ? { ...proven, fileId: result } : proven;
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

/** Done when the robot has uploaded the map, which the action's result names. */
function proveMapping(command: OpenCommand, state: StateMessage): ProgressUpdate | null {
  const wasTaken = command.state === 'accepted' || command.state === 'running';
  const mapping = state.actionStates.find(({ actionId }) => actionId === mappingActionOf(command.id));
  if (!mapping) return wasTaken ? { to: 'failed', reason: { type: 'replaced', description: '' } } : null;
  const description = mapping.resultDescription ?? '';
  if (mapping.actionStatus === 'FAILED') return { to: 'failed', reason: { type: 'actionFailed', description } };
  if (mapping.actionStatus !== 'FINISHED') return { to: mapping.actionStatus === 'RUNNING' ? 'running' : 'accepted' };
  return FILE_ID.test(description)
    ? { to: 'finished', fileId: description }
    : { to: 'failed', reason: { type: 'actionFailed', description } };
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

/** Repeats of a Stop carry the command's id with a suffix. */
const actionOf = (id: string, state: StateMessage) =>
  state.actionStates.find(({ actionId }) => actionId === id || actionId.startsWith(`${id}-`));

/** Id of the action of a mapping order. */
export const mappingActionOf = (id: string): string => `${id}-map`;
/** Id of the action at the end of a charging order. */
export const chargeActionOf = (id: string): string => `${id}-charge`;

function errorAbout(id: string, state: StateMessage): { type: string; description: string } | null {
  for (const { errorType, errorReferences, errorDescription, errorHint } of state.errors)
    if (errorReferences?.some(({ referenceValue }) => referenceValue === id || referenceValue.startsWith(`${id}-`)))
      return { type: errorType, description: [errorDescription, errorHint].filter(Boolean).join(' ') };
  return null;
}
