/** Redaction rules of actions of robots: no spoken text, no names, no addresses of photos. */
import { COMMAND } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { RobotActionsContext, RobotActionsEvent, RobotActionsInput } from './robotActions.machine.ts';

const ACTIONS = {
  '*': { local: true, serialNumber: true, kind: true, askedAt: true, command: COMMAND, failure: 'failure' },
} as const satisfies RedactionRule;
const REQUEST = {
  kind: true,
  on: true,
  horizontal: true,
  vertical: true,
  volume: true,
  cabinet: true,
  mapId: true,
  x: true,
  y: true,
  theta: true,
} as const satisfies RedactionRule;

export const robotActionsRedaction = defineRedaction<RobotActionsContext, RobotActionsEvent, RobotActionsInput>()({
  context: {
    userId: true,
    asked: true,
    actions: ACTIONS,
    draft: true,
    turning: { serialNumber: true, request: REQUEST, at: true },
    devices: true,
    photo: { fileId: true },
  },
  input: { userId: true },
  events: {
    'action.ask': { serialNumber: true, request: REQUEST, at: true },
    'action.dismiss': { local: true },
    'phrase.say': { serialNumber: true, at: true },
    'draft.set': { draft: true },
    'devices.heard': { devices: true },
    'ledger.heard': { commands: { '*': COMMAND } },
    'ask.answered': { local: true, command: COMMAND },
    'ask.refused': { local: true, failure: 'failure' },
  },
  outputs: {
    readCommands: { commands: { '*': COMMAND } },
    loadPhoto: { fileId: true },
    loadPhrases: {},
  },
  telemetry: ['devices.heard'],
});
