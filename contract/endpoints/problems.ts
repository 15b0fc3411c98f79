/** Problem reports: anybody sends one, an account administrator finds it and opens its capsule. */
import * as v from 'valibot';
import { accountAdmin, endpoint, signedIn } from '../endpoint.ts';
import { buildName, pagePath, problemReport, reportSentence, takenAt } from '../entities/problemReport.ts';
import { id, idOf, limit, nothing, page } from '../entities/values.ts';
import {
  CAPSULE_BODY_LIMIT_BYTES,
  CAPSULE_MAX_BYTES,
  REPORTS_KEPT,
  REPORTS_PER_PERSON,
  REPORTS_TTL_MS,
  SENTENCE_MAX,
} from '../rules/limits.ts';

const one = v.object({ reportId: idOf('problemReport', id) });

export const problems = {
  send: endpoint('/problem/send-report', {
    summary: `Reports a problem: a sentence, and the capsule, gzip of at most ${CAPSULE_MAX_BYTES / 2 ** 20} MiB in Base64. At most ${REPORTS_PER_PERSON} in an hour.`,
    access: signedIn,
    kind: 'write',
    bodyLimit: CAPSULE_BODY_LIMIT_BYTES,
    request: v.object({
      sentence: reportSentence,
      capsule: v.pipe(v.string(), v.nonEmpty()),
      page: pagePath,
      build: buildName,
      takenAt,
    }),
    response: v.object({ id }),
  }),
  list: endpoint('/problem/report-list', {
    summary: `The reports, newest first; with \`text\` those whose sentence has it, upper or lower case. The last ${REPORTS_KEPT} of the last ${REPORTS_TTL_MS / 86_400_000} days are kept.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({ page, limit, text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(SENTENCE_MAX)), '') }),
    response: v.object({ total: v.number(), rows: v.array(problemReport) }),
  }),
  file: endpoint('/problem/report-file', {
    summary: 'The capsule of a report, as it came.',
    access: accountAdmin,
    kind: 'read',
    binary: true,
    request: one,
    response: v.file(),
  }),
  remove: endpoint('/problem/delete-report', {
    summary: 'Deletes a report with its capsule, for good.',
    access: accountAdmin,
    kind: 'write',
    request: one,
    response: nothing,
  }),
};
