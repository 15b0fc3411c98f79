/**
 * Messages to people. Account administrators read them where no gateway sends them; in the demo on this machine, the
 * person who requested a code can.
 */
import * as v from 'valibot';
import { accountAdmin, endpoint, publicAccess } from '../endpoint.ts';
import { MESSAGE_TOPICS, outboxMessage } from '../entities/message.ts';
import { limit, page } from '../entities/values.ts';
import { keptDays, NEWEST_MESSAGES, OUTBOX_TTL_MS } from '../rules/limits.ts';

export const outbox = {
  list: endpoint('/outbox/get-message-list', {
    summary: `Lists the messages, newest first; \`text\` filters by target, ignoring case. They are kept for ${keptDays('messages', OUTBOX_TTL_MS)}. The code is masked in messages that were sent.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({
      page,
      limit,
      text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254)), ''),
      topic: v.optional(v.picklist(['', ...MESSAGE_TOPICS]), ''),
    }),
    response: v.object({ total: v.number(), rows: v.array(outboxMessage) }),
  }),
  newest: endpoint('/demo/get-newest-messages', {
    summary: `Returns the newest ${NEWEST_MESSAGES} unsent messages to one target. Only on a server that is reachable from this machine alone; an unknown path otherwise.`,
    access: publicAccess,
    kind: 'read',
    demoOnly: true,
    request: v.object({ target: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(254)) }),
    response: v.array(v.pick(outboxMessage, ['id', 'at', 'subject', 'body'])),
  }),
};
