/** Handles robots' reports about visitors. A visitor gets a message when a robot has signed them in. */
import type { CoreDeps } from '../coreDeps.ts';
import { phoneNumberOf } from '../../contract/rules/phonePlans.ts';
import { addVisit } from '../db/repositories/visitorRecords.ts';
import type { VisitorEvents } from '../fleet/visitorEvents.ts';
import type { VisitorMessages } from './visitorMessages.ts';

type Needs = Pick<CoreDeps, 'now'> & { messages: VisitorMessages };

export const createVisitorEvents = ({ now, messages }: Needs): VisitorEvents => ({
  async heard(transaction, robot, event) {
    if (event.type !== 'visit') return undefined;
    const { visitId: id, name, host } = event;
    // Normalised as in accounts; empty for an invalid number.
    const phoneNumber = phoneNumberOf(event.phoneNumber, '') ?? '';
    const isNew = await addVisit(transaction, {
      id,
      serialNumber: robot.serialNumber,
      name,
      phoneNumber,
      host,
      signedInAt: new Date(now()),
    });
    return isNew && phoneNumber ? () => messages.write(robot, 'visitBegun', phoneNumber, '/t2-sign-out') : undefined;
  },
  idle: () => messages.idle(),
});
