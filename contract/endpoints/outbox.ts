/** What was written to people: an account administrator reads it where no gateway sends it; in the demo on this machine, whoever asked for a code. */
import * as v from 'valibot';
import { accountAdmin, endpoint, publicAccess } from '../endpoint.ts';
import { outboxMessage } from '../entities/message.ts';
import { limit, page } from '../entities/values.ts';
import { NEWEST_MESSAGES, OUTBOX_TTL_MS } from '../rules/limits.ts';

export const outbox = {
  list: endpoint('/outbox/get-message-list', {
    summary: `Messages, newest first, of the last ${OUTBOX_TTL_MS / 86_400_000} days; with \`text\` those whose target has it, upper or lower case. Of a message that was sent the code is blotted out.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({ page, limit, text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254)), '') }),
    response: v.object({ total: v.number(), rows: v.array(outboxMessage) }),
  }),
  newest: endpoint('/demo/get-newest-messages', {
    summary: `The newest ${NEWEST_MESSAGES} messages to one target that nothing has sent. On a server that only this machine reaches; an unknown path otherwise.`,
    access: publicAccess,
    kind: 'read',
    demoOnly: true,
    request: v.object({ target: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(254)) }),
    response: v.array(v.pick(outboxMessage, ['id', 'at', 'subject', 'body'])),
  }),
};
