/** Redaction rules of `fleet` (machines/recording/redaction.ts). */
import { BEAT, ROBOT, SITE } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { FleetEvent } from '../app/events.ts';
import type { FleetContext, FleetInput } from './fleet.machine.ts';

export const fleetRedaction = defineRedaction<FleetContext, FleetEvent, FleetInput>()({
  // The search text is typed and therefore left out.
  context: {
    userId: true,
    robots: { '*': ROBOT },
    order: true,
    sites: { '*': SITE },
    current: true,
    asked: true,
    view: true,
    chosenView: true,
    filter: true,
    beat: true,
    touched: true,
    serverTime: true,
    heardAt: true,
    accessRequests: true,
    failure: 'failure',
  },
  input: { userId: true, serialNumber: true, view: true },
  events: {
    'feed.beaten': { beat: BEAT },
    'robot.choose': { serialNumber: true },
    'lease.noticed': { notice: { type: true, serialNumber: true } },
    'filter.set': { filter: true },
    'view.choose': { view: true, keep: true },
  },
  outputs: { load: { serverTime: true, robots: { '*': ROBOT }, sites: { '*': SITE }, accessRequests: true } },
  telemetry: ['feed.beaten'],
  defaults: { chosenView: null },
});
