/**
 * Sends one message about an alarm case to one contact. It has the notification's id in the outbox, so that a repeated
 * attempt sends what was not sent and stores nothing twice.
 */
import type { Language } from '../../../contract/entities/constants.ts';
import { DEMO_MESSAGES_KEPT } from '../../../contract/rules/limits.ts';
import { zonedStamp } from '../../../contract/rules/zonedStamp.ts';
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { nameIn } from '../../db/localName.ts';
import { caseById, type AlarmCaseRow } from '../../db/repositories/alarmCases.ts';
import { placeOfRobot } from '../../db/repositories/alarmContacts.ts';
import {
  countAttempt,
  notificationById,
  requeueFailed,
  settleNotification,
} from '../../db/repositories/alarmNotifications.ts';
import { DEMO_MESSAGE, keepNewestDemoMessages } from '../../db/repositories/visitorRecords.ts';
import { makeAlarmLink } from '../../features/alarmLinks.ts';
import { alarmEventText, messageText } from '../../features/messageTexts.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { JobKind } from '../jobKind.ts';
import { ON_FAILED } from '../onFailed.ts';

export interface AlarmMessageNeeds extends Pick<AppDeps, 'db' | 'now' | 'fleet'> {
  gateway: Gateway;
  publicUrl: () => string;
}

const KINDS = {
  text: { raised: 'alarmRaised', levelTwo: 'alarmLevelTwo', askAgain: 'alarmAskAgain' },
  call: { raised: 'alarmCall', levelTwo: 'alarmCallLevelTwo', askAgain: 'alarmCallAskAgain' },
} as const;

/** The failure of a message, as the case shows it; the outbox has the whole. */
const REASON_MAX = 300;
export const failureReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX);

/** What messages say about a case. */
export function paramsOf({ fleet }: Pick<AppDeps, 'fleet'>, row: AlarmCaseRow, language: Language) {
  const { fleetCache } = fleet;
  const robot = fleetCache.robot(row.serialNumber);
  const map = row.mapId === null ? undefined : fleetCache.map(row.mapId);
  const place = [nameIn(row.placeName, language), map ? nameIn(map.name, language) : ''].filter(Boolean);
  return {
    event: alarmEventText(row.event, language),
    robot: (robot && nameIn(robot.name, language)) || row.serialNumber,
    place: place.join(language === 'zhCN' ? '，' : ', ') || '—',
    number: row.number,
  };
}

/** Who took a case, and when, in the time zone of the robot's site: with the date, unless that is today. */
async function takenWords(db: Db, row: AlarmCaseRow, language: Language, now: number) {
  const place = await placeOfRobot(db, row.serialNumber);
  const stamp = zonedStamp(place?.timeZone ?? 'UTC');
  const [date, time = ''] = stamp(row.takenAt).slice(0, -':00'.length).split(' ');
  return {
    name: row.ownerName ? nameIn(row.ownerName, language) : '',
    time: stamp(now).startsWith(date ?? '') ? time : `${date} ${time}`,
  };
}

/** People of the demo do not exist, but their phone numbers might: their messages are only stored. */
const isOfDemo = ({ fleet }: Pick<AppDeps, 'fleet'>, { serialNumber }: AlarmCaseRow): boolean =>
  fleet.fleetCache.robot(serialNumber)?.simulated ?? false;

const keepAs = (needs: AlarmMessageNeeds, row: AlarmCaseRow, id: string): { keepAs?: string; id: string } =>
  isOfDemo(needs, row) ? { keepAs: `${DEMO_MESSAGE}${id}`, id } : { id };

/** By text message or phone call. */
export const alarmNotificationJob = (needs: AlarmMessageNeeds): JobKind => messageJob(needs, 'alarmNotification');
/** A kind for itself: a silent gateway of one must not hold up the other. */
export const alarmEmailJob = (needs: AlarmMessageNeeds): JobKind => messageJob(needs, 'alarmEmail');

const messageJob = (needs: AlarmMessageNeeds, jobKind: 'alarmNotification' | 'alarmEmail'): JobKind => ({
  kind: jobKind,
  usesGateway: true,
  timeLimitMs: 60_000,
  onFailed: ON_FAILED[jobKind],
  async run({ payload, attempt }) {
    const { db, now, gateway, publicUrl } = needs;
    const row = await notificationById(db, String(payload['notificationId']));
    if (!row || (row.state !== 'queued' && row.state !== 'failed')) return;
    const found = await caseById(db, row.caseId);
    if (!found) return;
    if (row.state === 'failed') await requeueFailed(db, row.id);
    const { language, channel, target, caseId, contactId } = row;
    const kinds = KINDS[channel === 'call' ? 'call' : 'text'];
    // Somebody has it: it is not a new alarm.
    const isTaken = found.state === 'taken';
    const kind = isTaken ? kinds.askAgain : row.level === 2 ? kinds.levelTwo : kinds.raised;
    const params = {
      ...paramsOf(needs, found, language),
      ...(isTaken && (await takenWords(db, found, language, now()))),
    };
    // A voice cannot read out a link.
    const link = channel === 'call' ? undefined : await makeAlarmLink(db, { caseId, contactId, at: now() });
    const text = messageText(kind, language, link ? { ...params, link: new URL(link.path, publicUrl()).href } : params);
    try {
      const state = await gateway.send({
        ...keepAs(needs, found, row.id),
        channel,
        topic: 'alarm',
        target,
        language,
        secret: link?.code ?? '',
        isRepeatedLater: true,
        ...text,
      });
      await settleNotification(db, row.id, { state, attempts: attempt, settledAt: new Date(now()) });
      if (isOfDemo(needs, found)) await keepNewestDemoMessages(db, DEMO_MESSAGES_KEPT);
    } catch (error) {
      await countAttempt(db, row.id, { reason: failureReason(error), attempts: attempt });
      throw error;
    }
  },
});
