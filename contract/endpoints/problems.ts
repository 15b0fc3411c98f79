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
    about: `Reports a problem: a sentence, and the capsule, gzip of at most ${CAPSULE_MAX_BYTES / 2 ** 20} MiB in Base64. At most ${REPORTS_PER_PERSON} in an hour.`,
    access: signedIn,
    kind: 'write',
    bodyLimit: CAPSULE_BODY_LIMIT_BYTES,
    takes: v.object({
      sentence: reportSentence,
      capsule: v.pipe(v.string(), v.nonEmpty()),
      page: pagePath,
      build: buildName,
      takenAt,
    }),
    answers: v.object({ id }),
  }),
  list: endpoint('/problem/report-list', {
    about: `The reports, newest first; with \`text\` those whose sentence has it, upper or lower case. The last ${REPORTS_KEPT} of the last ${REPORTS_TTL_MS / 86_400_000} days are kept.`,
    access: accountAdmin,
    kind: 'read',
    takes: v.object({ page, limit, text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(SENTENCE_MAX)), '') }),
    answers: v.object({ total: v.number(), rows: v.array(problemReport) }),
  }),
  file: endpoint('/problem/report-file', {
    about: 'The capsule of a report, as it came.',
    access: accountAdmin,
    kind: 'read',
    binary: true,
    takes: one,
    answers: v.file(),
  }),
  remove: endpoint('/problem/delete-report', {
    about: 'Deletes a report with its capsule, for good.',
    access: accountAdmin,
    kind: 'write',
    takes: one,
    answers: nothing,
  }),
};
