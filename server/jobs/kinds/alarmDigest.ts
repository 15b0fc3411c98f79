/**
 * Summaries for contacts who get many messages about alarms in a short time: one job makes them and queues another for
 * each, which sends it. A summary has the same id in the outbox and at the gateway at every attempt.
 */
import { ALARM_CHANNELS } from '../../../contract/rules/alarmNotification.ts';
import { DEMO_MESSAGES_KEPT } from '../../../contract/rules/limits.ts';
import type { AppDeps } from '../../appDeps.ts';
import { caseById } from '../../db/repositories/alarmCases.ts';
import {
  countDigestAttempt,
  type Digest,
  digestMessageId,
  readDigest,
  requeueDigest,
  settleDigest,
} from '../../db/repositories/alarmDigests.ts';
import { DEMO_MESSAGE, keepNewestDemoMessages } from '../../db/repositories/visitorRecords.ts';
import { queueDigests } from '../../features/alarmDigests.ts';
import { makeAlarmLink } from '../../features/alarmLinks.ts';
import { messageText } from '../../features/messageTexts.ts';
import type { JobKind } from '../jobKind.ts';
import { ON_FAILED } from '../onFailed.ts';
import { type AlarmMessageNeeds, failureReason, paramsOf } from './alarmNotification.ts';

export const alarmDigestJob = ({ db, now }: Pick<AppDeps, 'db' | 'now'>): JobKind => ({
  kind: 'alarmDigest',
  timeLimitMs: 60_000,
  onFailed: ON_FAILED['alarmDigest'],
  run: ({ payload }) => db.transaction((transaction) => queueDigests(transaction, now, String(payload['contactId']))),
});

function digestIn(payload: Readonly<Record<string, unknown>>): Digest | undefined {
  const { digestId, contactId } = payload;
  const channel = ALARM_CHANNELS.find((one) => one === payload['channel']);
  return channel && typeof digestId === 'string' && typeof contactId === 'string'
    ? { digestId, contactId, channel }
    : undefined;
}

export const alarmSummaryJob = (needs: AlarmMessageNeeds): JobKind => ({
  kind: 'alarmSummary',
  usesGateway: true,
  timeLimitMs: 60_000,
  onFailed: ON_FAILED['alarmSummary'],
  async run({ payload, attempt }) {
    const { db, now, gateway, publicUrl, fleet } = needs;
    const digest = digestIn(payload);
    const found = digest && (await readDigest(db, digest));
    const newest = found && (await caseById(db, found.newest.caseId));
    if (!digest || !found || !newest) return;
    await db.transaction((transaction) => requeueDigest(transaction, digest));
    const { channel, target, language } = found.newest;
    const words = { ...paramsOf(needs, newest, language), count: found.cases };
    // A voice cannot read out a link.
    const link =
      channel === 'call'
        ? undefined
        : await makeAlarmLink(db, { caseId: newest.id, contactId: digest.contactId, at: now() });
    const text = link
      ? messageText('alarmDigest', language, {
          ...words,
          link: new URL(link.path, publicUrl()).href,
          list: new URL('/alarms/cases', publicUrl()).href,
        })
      : messageText('alarmCallDigest', language, words);
    const id = digestMessageId(digest);
    // People of the demo do not exist, but their phone numbers might: their messages are only stored.
    const isDemo = found.serialNumbers.every((one) => fleet.fleetCache.robot(one)?.simulated ?? false);
    try {
      const state = await gateway.send({
        ...(isDemo ? { keepAs: `${DEMO_MESSAGE}${id}` } : { id }),
        channel,
        topic: 'alarm',
        target,
        language,
        secret: link?.code ?? '',
        isRepeatedLater: true,
        ...text,
      });
      await settleDigest(db, digest, { state, attempts: attempt, settledAt: new Date(now()) });
      if (isDemo) await keepNewestDemoMessages(db, DEMO_MESSAGES_KEPT);
    } catch (error) {
      await countDigestAttempt(db, digest, { reason: failureReason(error), attempts: attempt });
      throw error;
    }
  },
});
