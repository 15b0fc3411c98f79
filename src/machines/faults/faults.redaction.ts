/** Redaction rules of `faults` (machines/recording/redaction.ts): no names of people, no codes. */
import type { PageInput } from '../app/events.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { FaultsContext, FaultsEvent } from './faults.machine.ts';

const STATE = {
  faults: {
    '*': { id: true, fault: true, serialNumber: true, delayMs: true, since: true, until: true, by: { userId: true } },
  },
  simulatedRobots: { '*': { serialNumber: true, kind: true } },
  hasBrokerFaults: true,
  hasServerFaults: true,
  hasGatewayFaults: true,
  accounts: { '*': { userId: true } },
} as const satisfies RedactionRule;
const TASK = {
  type: true,
  fault: true,
  on: true,
  serialNumbers: true,
  forMs: true,
  delayMs: true,
  everyone: true,
  account: true,
} as const satisfies RedactionRule;

export const faultsRedaction = defineRedaction<FaultsContext, FaultsEvent, PageInput>()({
  context: { ...STATE, targets: true, forMs: true, delayMs: true, account: true, task: TASK, failure: 'failure' },
  input: PAGE_INPUT,
  events: {
    'target.toggle': { serialNumber: true },
    'target.all': { on: true },
    'duration.set': { forMs: true },
    'delay.set': { delayMs: true },
    'account.choose': { account: true },
    'code.set': {},
    'fault.switch': { task: TASK },
  },
  defaults: {
    code: '',
    account: '',
    accounts: [],
    hasBrokerFaults: true,
    hasServerFaults: false,
    hasGatewayFaults: false,
  },
  outputs: { loadFaults: STATE, switchFault: STATE },
});
