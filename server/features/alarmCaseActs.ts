/** Carries out what an account or a contact does about an alarm case: rules, history, audit log, messages, notices. */
import { actOnCase, type CaseAct, type CaseActor } from '../../contract/rules/alarmCase.ts';
import { needsRoom, RELEASES_PER_CONTACT } from '../../contract/rules/caseHistory.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import { addEntry, changeCase, countReleases, lockCase, type AlarmCaseRow } from '../db/repositories/alarmCases.ts';
import { record } from '../db/repositories/audit.ts';
import type { RequestContext } from '../requestContext.ts';
import { toLife, toLifeColumns } from './alarmLife.ts';
import type { NotifyAlarm } from './alarmNotices.ts';
import type { AlarmRules } from './alarmRules.ts';
import { tellContacts, withdrawMessages } from './tellContacts.ts';

export interface CaseActNeeds {
  now: () => number;
  alarmRules: AlarmRules;
  notifyAlarm: NotifyAlarm;
}

export interface CaseRequest {
  caseId: string;
  act: CaseAct;
  actor: CaseActor;
  /** Name of who acts, as the history keeps it. */
  name: LocalName;
  /** Whom a hand-over asks. */
  to?: { id: string; name: LocalName } | undefined;
  text?: string | undefined;
}

/** How much earlier somebody else took it; nothing after an hour, when nobody competed for it. */
function earlierBy(at: Date, takenAt: Date): { seconds: number } | { minutes: number } | Record<string, never> {
  const seconds = Math.max(1, Math.round((at.getTime() - takenAt.getTime()) / 1_000));
  if (seconds < 60) return { seconds };
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? { minutes } : {};
}

/** @param context `db` is the call's transaction */
export async function carryOutOnCase(
  { now, alarmRules: rules, notifyAlarm }: CaseActNeeds,
  { db, language, afterCommit }: Pick<RequestContext, 'language' | 'afterCommit'> & { db: Db },
  { caseId, act, actor, name, to, text = '' }: CaseRequest,
): Promise<AlarmCaseRow> {
  const before = await lockCase(db, caseId);
  if (!before) throw new ApiError('notFound', { field: 'caseId' });
  const at = new Date(now());
  const outcome = actOnCase(toLife(before), act, actor, at.getTime());
  if (!outcome.ok) {
    if (outcome.isRepeat) return before;
    throw new ApiError(outcome.refusal, {
      words: {
        name: before.ownerName ? nameIn(before.ownerName, language) : '',
        number: before.mergedNumber ?? 0,
        ...(outcome.refusal === 'alarmTakenByOther' && before.takenAt ? earlierBy(at, before.takenAt) : {}),
      },
    });
  }
  const { life, entry } = outcome;
  const isContact = actor.kind === 'contact';
  if (isContact && entry === 'released' && (await countReleases(db, caseId, actor.id)) >= RELEASES_PER_CONTACT)
    throw new ApiError('caseReleasedOften', { words: { limit: RELEASES_PER_CONTACT } });
  // A contact's id tells those of the same name apart.
  const concerns = to?.name ?? (isContact && entry === 'released' ? actor.id : '');
  if (!(await addEntry(db, { caseId, at, kind: entry, by: name, to: concerns, text })) && needsRoom(entry))
    throw new ApiError('caseHistoryFull');
  const isOwner = life.owner?.kind === actor.kind && life.owner.id === actor.id;
  const row = await changeCase(db, caseId, {
    ...toLifeColumns(life),
    ownerName: life.owner === null ? null : isOwner ? name : before.ownerName,
    handOverName: life.handOverTo === null ? null : (to?.name ?? before.handOverName),
  });
  // A taken case is told again when its owner does nothing; so its messages are withdrawn, too.
  const isTakenNow = entry === 'taken' || entry === 'handOverAccepted';
  if (isTakenNow || row.state === 'resolved' || (before.state === 'open' && row.state !== 'open'))
    await withdrawMessages(db, now, caseId);
  const isOpenAgain = before.state !== 'open' && row.state === 'open';
  // Nobody has the case, as when it was raised.
  if (isOpenAgain) await tellContacts(db, { now, rules }, [row], 1);
  await record(db, {
    // A contact has no account.
    userId: isContact ? '' : actor.id,
    act: `alarm.${act.type}`,
    subject: caseId,
    after: {
      serialNumber: row.serialNumber,
      event: row.event,
      ...(act.type === 'resolve' ? { cause: act.cause } : {}),
      ...(isContact ? { contact: name } : {}),
    },
  });
  afterCommit(() => notifyAlarm(row, isOpenAgain, { offeredTo: to?.id, by: isContact ? undefined : actor.id }));
  return row;
}
