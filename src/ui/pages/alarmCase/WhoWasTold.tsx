/** The messages of the case, with their own state: an outbox entry is not a phone call. */
import type { AlarmNotification, ToldNext } from '../../../../contract/entities/alarmCase.ts';
import { NOTIFICATION_ATTEMPTS } from '../../../../contract/rules/alarmNotification.ts';
import { zonedWeekHour } from '../../../../contract/rules/zonedTime.ts';
import type { CaseDetails } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { MessageTrack } from '../../alarms/MessageTrack.tsx';
import { CHANNEL_NAMES, messageState, sendFailureText } from '../../alarms/messageTexts.ts';
import { reachText } from '../../alarms/reachTexts.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { classes } from '../../kit/classes.ts';
import { initials } from '../../shell/displayName.ts';
import { timeOfDay, timeWithSeconds } from '../../shell/siteTime.ts';
import type { CaseProps } from './caseProps.ts';

type Clock = Pick<CaseProps, 'now' | 'timeZone'>;

export function WhoWasTold({ details, now, timeZone }: Clock & { readonly details: CaseDetails }) {
  const t = useT();
  const { notifications, olderNotifications, tellingAgain, toldNext } = details;
  return (
    <section className="card flex max-h-1/2 min-h-0 flex-col max-[1240px]:max-h-none" aria-labelledby="told-title">
      <h2 id="told-title" className="border-b border-line px-4 py-3 text-14 font-semibold text-heading">
        {t('alarmCase.told.title')}
      </h2>
      {/* Servers and recordings of earlier versions do not have it. */}
      {tellingAgain && (
        <p className="border-b border-line bg-attn-soft px-4 py-2 text-12 text-attn-text" role="status">
          {tellingAgain.nextAt === null
            ? t('alarmCase.told.givenUp', { count: tellingAgain.count })
            : t('alarmCase.told.again', {
                time: timeOfDay(tellingAgain.nextAt, timeZone),
                next: tellingAgain.count + 1,
                most: tellingAgain.most,
              })}
        </p>
      )}
      {/* Recordings of earlier versions do not have it. */}
      {toldNext && <Next next={toldNext} />}
      {notifications.length === 0 ? (
        <p className="p-4 text-13 text-text-2">{t('alarmCase.told.none')}</p>
      ) : (
        <div className="min-h-0 overflow-y-auto">
          {/* Servers and recordings of earlier versions do not have the number. */}
          {olderNotifications > 0 && (
            <p className="border-b border-line px-4 py-2 text-12 text-text-2">
              {t('alarmCase.told.older', { count: olderNotifications })}
            </p>
          )}
          <ul>
            {notifications.map((one) => (
              <Told key={one.id} one={one} now={now} timeZone={timeZone} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Who is on duty when level two is told; the last level is told whatever the hours. */
function Next({ next: { at, timeZone, contacts } }: { readonly next: ToldNext }) {
  const t = useT();
  const moment = zonedWeekHour(timeZone, at);
  return (
    <div className="border-b border-line px-4 py-2 text-12">
      <p id="told-next" className="font-medium">
        {t('alarmCase.told.next', { time: timeOfDay(at, timeZone) })}
      </p>
      <ul className="text-text-2" aria-labelledby="told-next">
        {contacts.map((contact) => {
          const { text, isReachable } = reachText(t, contact, moment);
          return (
            <li key={contact.id}>
              {t('contactReach.named', {
                name: contact.name,
                state: isReachable ? text : t('contactReach.allTheSame', { state: text }),
              })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The state in words, with a colour, and since when or what comes next. */
function outcomeOf(t: Translate, one: AlarmNotification, { now, timeZone }: Clock) {
  const { state, attempts, at, settledAt, nextTryAt } = one;
  if (state === 'queued' && attempts > 0)
    return {
      text: t('alarmCase.told.tryFailed', { count: attempts, most: NOTIFICATION_ATTEMPTS }),
      tone: 'text-attn-text',
      more:
        nextTryAt === null || nextTryAt <= now
          ? t('alarmCase.told.tryingNow')
          : t('alarmCase.told.nextTry', { time: timeWithSeconds(nextTryAt, timeZone) }),
    };
  return {
    ...messageState(t, one, now),
    more:
      state === 'failed' && attempts > 0
        ? t('alarmCase.told.attempts', { count: attempts })
        : timeOfDay(settledAt ?? at, timeZone),
  };
}

function Told({ one, ...clock }: Clock & { readonly one: AlarmNotification }) {
  const t = useT();
  const { name, channel, level, reason, state, inSummary = false } = one;
  const { text, tone, more } = outcomeOf(t, one, clock);
  return (
    <li className="grid grid-cols-[26px_minmax(0,1fr)_56px_92px] items-center gap-x-3 border-b border-line px-4 py-2 last:border-0">
      <Avatar initials={initials(name)} />
      <span className="min-w-0">
        <b className="block truncate text-13 font-medium">{name}</b>
        <span className="text-12 text-text-2">
          {/* Of a message that waits for its summary, the state says so. */}
          {t(inSummary && state !== 'digested' ? 'alarmCase.told.lineOfSummary' : 'alarmCase.told.line', {
            channel: t(CHANNEL_NAMES[channel]),
            level,
          })}
        </span>
      </span>
      <MessageTrack message={one} attempts={one.attempts} now={clock.now} />
      <span className="text-right text-12">
        <b className={classes('block font-medium', tone)}>{text}</b>
        <span className="text-text-2 tabular-nums">{more}</span>
      </span>
      {/* Recordings leave the reason out. */}
      {reason && (
        <span className="col-span-3 col-start-2 text-12 break-words text-text-2">{sendFailureText(t, reason)}</span>
      )}
    </li>
  );
}
