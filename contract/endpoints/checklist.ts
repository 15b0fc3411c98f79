/** First set-up of an installation, for account administrators. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { checklist as answer } from '../entities/checklist.ts';
import { nothing } from '../entities/idOf.ts';
import { BROKER_KINDS } from '../entities/registration.ts';

export const checklist = {
  get: endpoint('/installation/get-checklist', {
    summary:
      'Returns which steps from an empty installation to a driven robot have happened: site, floor, robot, first message, drive with a confirmed Stop, second person.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: answer,
  }),
  hide: endpoint('/installation/hide-checklist', {
    summary: 'Hides the checklist for everyone. Refused before a robot was driven and stopped.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({}),
    response: nothing,
  }),
  testBrokers: endpoint('/installation/test-broker-ports', {
    summary:
      'Connects to each address that robots use, as a robot would before it signs in, and returns which accept connections from the server itself.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({}),
    response: v.array(
      v.object({
        kind: v.picklist(BROKER_KINDS),
        url: v.string(),
        /** null: it accepts connections; otherwise the reason as the operating system names it. */
        error: v.nullable(v.string()),
      }),
    ),
  }),
};
