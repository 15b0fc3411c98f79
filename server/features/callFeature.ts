/** Assembles what calls consist of: what robots report, what they and the consoles are told, what falls due. */
import type { AppDeps } from '../appDeps.ts';
import type { CallEvents } from '../fleet/callEvents.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { DueSource } from '../jobs/due.ts';
import { callDueSource } from './callDue.ts';
import { createCallEvents } from './callEvents.ts';
import { createCallTeller, type CallTeller } from './callLife.ts';

export interface CallFeature {
  teller: CallTeller;
  events: CallEvents;
  source: DueSource;
}

/** @param needs the fleet is created with the events, so it is asked for later */
export function createCallFeature(
  needs: Pick<AppDeps, 'db' | 'broker' | 'log' | 'now' | 'settings'> & { fleet: () => Fleet },
): CallFeature {
  const teller = createCallTeller(needs);
  return { teller, events: createCallEvents({ ...needs, teller }), source: callDueSource({ ...needs, teller }) };
}
