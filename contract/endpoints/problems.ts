/** Problem reports: any account can send one; account administrators list them and open their recordings. */
import * as v from 'valibot';
import { accountAdmin, endpoint, signedIn } from '../endpoint.ts';
import { buildName, pagePath, problemReport, reportSentence, takenAt } from '../entities/problemReport.ts';
import { id, limit, page } from '../entities/values.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import {
  CAPSULE_BODY_LIMIT_BYTES,
  RECORDING_MAX_BYTES,
  REPORTS_KEPT,
  REPORTS_PER_PERSON,
  keptDays,
  REPORTS_TTL_MS,
  SENTENCE_MAX,
} from '../rules/limits.ts';

const one = v.object({ reportId: idOf('problemReport', id) });

export const problems = {
  send: endpoint('/problem/send-report', {
    summary: `Sends a problem report: a sentence and a recording (gzip, at most ${RECORDING_MAX_BYTES / 2 ** 20} MiB, in Base64). At most ${REPORTS_PER_PERSON} per hour.`,
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
    summary: `Lists the problem reports, newest first; \`text\` filters by the sentence, ignoring case. The last ${REPORTS_KEPT} are kept, for ${keptDays('problemReports', REPORTS_TTL_MS)}.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({ page, limit, text: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(SENTENCE_MAX)), '') }),
    response: v.object({ total: v.number(), rows: v.array(problemReport) }),
  }),
  file: endpoint('/problem/report-file', {
    summary: 'Returns the recording of a report, unchanged.',
    access: accountAdmin,
    kind: 'read',
    binary: true,
    request: one,
    response: v.file(),
  }),
  remove: endpoint('/problem/delete-report', {
    summary: 'Deletes a report with its recording permanently.',
    access: accountAdmin,
    kind: 'write',
    request: one,
    response: nothing,
  }),
};
