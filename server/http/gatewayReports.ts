/**
 * What the gateway of SMS and phone calls reports about messages that it accepted: delivered, answered, failed
 * (docs/servers.md). Signed with the gateway's secret; a report can be repeated.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { GATEWAY_REPORTS } from '../../contract/rules/alarmNotification.ts';
import { CLOCK_TOLERANCE_MS } from '../../contract/rules/limits.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { reportNotification } from '../features/gatewayReports.ts';
import type { NotifyAlarm } from '../features/alarmNotices.ts';
import type { CallLimits } from '../security/callLimits.ts';
import { secondsToWait } from './files.ts';
import { COMMON_HEADERS } from './headers.ts';

export const REPORT_PATH = '/gateway/report';
const BODY_BYTES = 4 << 10;
const REASON_MAX = 200;

const report = v.object({
  id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  state: v.picklist(GATEWAY_REPORTS),
  reason: v.optional(v.pipe(v.string(), v.maxLength(REASON_MAX)), ''),
});

interface Needs extends Pick<CoreDeps, 'settings' | 'db' | 'now'> {
  limits: Pick<CallLimits, 'countAddress'>;
  notifyAlarm: NotifyAlarm;
}

export function addGatewayReports(app: FastifyInstance, { settings, db, now, limits, notifyAlarm }: Needs): void {
  // Without a gateway, nobody can report.
  const secret = settings.messageWebhook?.secret;
  if (secret === undefined) return;
  const isSigned = (time: string, body: string, signature: string): boolean => {
    const due = createHmac('sha256', secret).update(`${time}\n${body}`).digest();
    const given = Buffer.from(signature, 'hex');
    return given.length === due.length && timingSafeEqual(due, given);
  };

  app.post(REPORT_PATH, { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const seconds = await limits.countAddress(request.ip).then(() => null, secondsToWait);
    if (seconds !== null) return answer(reply.header('retry-after', seconds), 429, 'too many requests');
    const { 'x-roundhouse-time': time, 'x-roundhouse-signature': signature } = request.headers;
    const body = typeof request.body === 'string' ? request.body : '';
    if (
      typeof time !== 'string' ||
      typeof signature !== 'string' ||
      !/^\d{1,15}$/u.test(time) ||
      Math.abs(Number(time) - now()) > CLOCK_TOLERANCE_MS ||
      !isSigned(time, body, signature)
    )
      return answer(reply, 401, 'signature or time is wrong');
    const given = v.safeParse(report, parsed(body));
    if (!given.success) return answer(reply, 400, 'the report is not valid');
    const changed = await db.transaction((transaction) =>
      reportNotification(transaction, given.output, new Date(now())),
    );
    for (const row of changed) notifyAlarm(row, false);
    return reply.code(204).headers(COMMON_HEADERS).send();
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const answer = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply
    .code(status)
    .headers({ ...COMMON_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(text);
