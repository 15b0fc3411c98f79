/** The contact form: public to submit, read by account administrators. */
import * as v from 'valibot';
import { accountAdmin, endpoint, publicAccess } from '../endpoint.ts';
import { inquiry } from '../entities/inquiry.ts';
import { id, limit, page } from '../entities/values.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import { inquiryFaults, type InquiryField } from '../rules/inquiry.ts';
import { INQUIRIES_PER_ADDRESS, INQUIRIES_PER_DAY, INQUIRIES_TTL_MS, keptDays } from '../rules/limits.ts';

/** Above the limit of every field: the real limits are checked by rules/inquiry.ts. */
const text = v.pipe(v.string(), v.maxLength(10_000));
const isGood =
  (field: InquiryField) =>
  (text: string): boolean =>
    inquiryFaults({ name: '', company: '', phone: '', question: '', [field]: text })[field] === undefined;
const field = (name: InquiryField) =>
  v.pipe(
    text,
    v.check((text) => name === 'company' || text.trim() !== '', 'nonEmpty'),
    v.check(isGood(name), name),
  );

export const inquiries = {
  save: endpoint('/index/save-customer-inquiry', {
    summary: `Sends a visitor's question to the operators of this installation. At most ${INQUIRIES_PER_ADDRESS} per hour and IP address, and ${INQUIRIES_PER_DAY} per day in total; a repeat is stored once.`,
    access: publicAccess,
    kind: 'write',
    request: v.object({
      name: field('name'),
      company: v.optional(field('company'), ''),
      phone: field('phone'),
      question: field('question'),
    }),
    response: nothing,
  }),
  list: endpoint('/inquiry/get-inquiry-list', {
    summary: `Lists the questions, newest first; \`text\` filters by content, ignoring case. Questions are kept for ${keptDays('inquiries', INQUIRIES_TTL_MS)}.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({ page, limit, text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), '') }),
    response: v.object({ total: v.number(), rows: v.array(inquiry) }),
  }),
  remove: endpoint('/inquiry/delete-inquiry', {
    summary: 'Deletes a question permanently.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ inquiryId: idOf('inquiry', id) }),
    response: nothing,
  }),
};
