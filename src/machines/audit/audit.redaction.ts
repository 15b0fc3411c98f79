/** Redaction rules of `audit` (machines/recording/redaction.ts): which action and when, without its contents. */
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { AuditContext, AuditEvent } from './audit.machine.ts';

/** Which fields changed, without their values. */
const ENTRY = { id: true, at: true, act: true, before: {}, after: {} } as const satisfies RedactionRule;

export const auditRedaction = defineRedaction<AuditContext, AuditEvent, PageInput>()({
  context: { ...listRedaction(ENTRY), isMore: true, entry: ENTRY },
  input: PAGE_INPUT,
  events: { ...LIST_EVENTS, 'entry.open': { entry: ENTRY } },
  defaults: { names: {} },
  outputs: { loadList: { ...foundRedaction(ENTRY), isMore: true } },
});
