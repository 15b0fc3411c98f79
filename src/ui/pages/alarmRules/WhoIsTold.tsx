/** Who would be told of the chosen event now, level one through today, and a test message. */
import { useSelector } from '@xstate/react';
import {
  type AlarmRule,
  type ContactMoment,
  contactsToTell,
  firstLevelByHours,
  holesOfDay,
  HOURS_PER_DAY,
  isQuietOn,
  isReachableAt,
} from '../../../../contract/rules/alarmContacts.ts';
import { type AlarmLevel, type AlarmWay, LEVEL_TWO_AFTER_MS } from '../../../../contract/rules/alarms.ts';
import { contactsLeftOut } from '../../../../contract/rules/contactReach.ts';
import { zonedWeekHour } from '../../../../contract/rules/zonedTime.ts';
import type { LoadedRules, NamedContact, TriedMessage } from '../../../machines/alarmRules/alarmRules.machine.ts';
import {
  type AlarmRulesRef,
  selectAlarmRules,
  selectIsTrying,
} from '../../../machines/alarmRules/alarmRules.selectors.ts';
import { EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { MessageTrack } from '../../alarms/MessageTrack.tsx';
import { CHANNEL_NAMES, messageState, sendFailureText } from '../../alarms/messageTexts.ts';
import { reachText } from '../../alarms/reachTexts.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';

/** Hours below the day. */
const AXIS = [0, 6, 12, 18, 24];

interface WhoIsToldProps {
  readonly screen: AlarmRulesRef;
  readonly rule: AlarmRule;
  readonly loaded: LoadedRules;
  readonly isChanged: boolean;
}

export function WhoIsTold({ screen, rule, loaded: { contacts, notifies, timeZone }, isChanged }: WhoIsToldProps) {
  const t = useT();
  const now = useServerNow();
  const { tried } = useSelector(screen, selectAlarmRules);
  const trying = useSelector(screen, selectIsTrying);
  const { event, firstRoles, ways } = rule;
  const moment = zonedWeekHour(timeZone, now);
  const { day, hour, date } = moment;
  const told = contactsToTell(rule, contacts, 1, moment);
  const holes = new Set(holesOfDay(rule, contacts, moment));
  const byHours = firstLevelByHours(rule, contacts, moment);
  const isHole = holes.has(hour);
  // Quiet days can begin or end before level two is told.
  const secondMoment = isHole ? moment : zonedWeekHour(timeZone, now + LEVEL_TWO_AFTER_MS);
  const toldSecond = contactsToTell(rule, contacts, 2, secondMoment);
  const first = contacts.filter(({ roleIds }) => roleIds.some((role) => firstRoles.includes(role)));
  const isSilent = told.length === 0;
  const silence = t(rule.isOn ? 'alarmRules.who.nobody' : 'alarmRules.who.notCounted');
  return (
    <section
      className="card flex w-60 flex-none flex-col gap-3 overflow-y-auto p-4 max-wide:w-full"
      aria-labelledby="who-title"
    >
      <h2 id="who-title" className="text-14 font-semibold text-heading">
        {t('alarmRules.who.title', { event: t(EVENT_NAMES[event]) })}
      </h2>
      {isSilent ? (
        <p className={classes('text-13', rule.isOn ? 'text-attn-text' : 'text-text-2')}>{silence}</p>
      ) : (
        <>
          {isHole ? (
            <p className="text-12 text-attn-text">{t('alarmRules.who.levelTwo')}</p>
          ) : (
            <LevelTold title={t('alarmRules.who.first')} level={1} told={told} ways={ways} moment={moment} />
          )}
          <LeftOut
            title={t('alarmRules.who.leftOutFirst')}
            people={contactsLeftOut(rule, contacts, 1, isHole ? [] : told)}
            moment={moment}
          />
          <LevelTold
            title={
              isHole
                ? t('alarmRules.who.secondAtOnce')
                : t('alarmRules.who.second', { minutes: LEVEL_TWO_AFTER_MS / 60_000 })
            }
            level={2}
            told={toldSecond}
            ways={ways}
            moment={secondMoment}
          />
          <LeftOut
            title={t('alarmRules.who.leftOutSecond')}
            people={contactsLeftOut(rule, contacts, 2, toldSecond)}
            moment={secondMoment}
          />
          {rule.secondRoles.length === 0 && <p className="text-12 text-text-2">{t('alarmRules.who.noSecond')}</p>}
        </>
      )}
      {!isSilent && (
        <>
          <div>
            <p className="pb-1 text-12 text-text-2">{t('alarmRules.who.hours')}</p>
            <ul className="grid grid-cols-[repeat(24,minmax(0,1fr))] gap-px">
              {Array.from({ length: HOURS_PER_DAY }, (_, index) => {
                const count = first.filter((contact) => isReachableAt(contact, { day, hour: index, date })).length;
                const label = holes.has(index)
                  ? t('alarmRules.who.hole', { from: index, until: index + 1 })
                  : t('alarmRules.who.covered', { from: index, until: index + 1, count });
                return (
                  <li
                    key={index}
                    title={label}
                    className={classes(
                      'h-5 rounded-[2px]',
                      holes.has(index) ? 'bg-attn' : 'bg-mark',
                      index === hour && 'shadow-ring',
                    )}
                  >
                    <span className="sr-only">{label}</span>
                  </li>
                );
              })}
            </ul>
            <p className="flex justify-between pt-0.5 text-12 text-text-2 tabular-nums" aria-hidden="true">
              {AXIS.map((each) => (
                <span key={each}>{String(each).padStart(2, '0')}</span>
              ))}
            </p>
          </div>
          {byHours.some((one) => one.contacts.length > 0) && (
            <ul className="text-12" aria-label={t('alarmRules.who.byName')}>
              {byHours
                .filter((one) => one.contacts.length > 0)
                .map(({ from, until, contacts: people }) => (
                  <li key={from}>
                    {t('alarmRules.who.range', {
                      from,
                      until,
                      names: people.map(({ name }) => name).join(t('shared.listSeparator')),
                    })}
                  </li>
                ))}
            </ul>
          )}
          {holes.size > 0 && (
            <ul
              className="rounded bg-attn-soft px-3 py-2 text-12 text-attn-text"
              aria-label={t('alarmRules.who.holes')}
            >
              {byHours
                .filter((one) => one.contacts.length === 0)
                .map(({ from, until }) => (
                  <li key={from}>
                    {t('alarmRules.who.hole', { from, until })}
                    <span className="block text-text-2">{whyText(t, first, date)}</span>
                  </li>
                ))}
              <li>{t('alarmRules.who.holesText')}</li>
            </ul>
          )}
        </>
      )}
      <Button
        busy={trying}
        disabledReason={
          notifies === false
            ? t('alarmRules.off.try')
            : isChanged
              ? t('alarmRules.who.unsaved')
              : isSilent
                ? silence
                : undefined
        }
        onClick={() => screen.send({ type: 'rule.try', event })}
      >
        {t(trying ? 'alarmRules.who.trying' : 'alarmRules.who.try')}
      </Button>
      {tried?.event === event && (
        <ul className="text-12" aria-label={t('alarmRules.who.tried')}>
          {tried.sent.map((one) => (
            <TriedRow key={one.id} one={one} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Why nobody of level one is told in hours without anybody: whose hours they are not, and who has quiet days. */
const whyText = (t: Translate, first: readonly NamedContact[], date: string): string =>
  [
    { key: 'alarmRules.who.notInHours', people: first.filter((one) => !isQuietOn(one, date)) } as const,
    { key: 'alarmRules.who.onQuietDays', people: first.filter((one) => isQuietOn(one, date)) } as const,
  ]
    .filter(({ people }) => people.length > 0)
    .map(({ key, people }) => t(key, { names: people.map(({ name }) => name).join(t('shared.listSeparator')) }))
    .join(' ');

interface LevelToldProps {
  readonly title: string;
  readonly level: AlarmLevel;
  readonly told: readonly NamedContact[];
  readonly ways: readonly AlarmWay[];
  /** When they are told. */
  readonly moment: ContactMoment;
}

function LevelTold({ title, level, told, ways, moment }: LevelToldProps) {
  const t = useT();
  return (
    <section aria-label={title}>
      <h3 className="text-12 font-semibold text-heading">{title}</h3>
      <ul className="text-13">
        {told.map((contact) => {
          const { text, isReachable } = reachText(t, contact, moment);
          // By e-mail wherever a contact has an address.
          const channels = [...ways, ...(contact.hasEmail ? (['email'] as const) : [])];
          return (
            <li
              key={contact.id}
              className="flex flex-wrap justify-between gap-x-2 border-b border-line py-1.5 last:border-0"
            >
              <b className="font-medium">{contact.name}</b>
              <span className="text-text-2">{channels.map((one) => t(CHANNEL_NAMES[one])).join(' · ')}</span>
              <span className="w-full text-12 text-text-2">
                {level === 2 && !isReachable ? t('contactReach.allTheSame', { state: text }) : text}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface LeftOutProps {
  readonly title: string;
  readonly people: readonly NamedContact[];
  readonly moment: ContactMoment;
}

/** Contacts of a level who are not told, each with the reason and from when they are. */
function LeftOut({ title, people, moment }: LeftOutProps) {
  const t = useT();
  if (people.length === 0) return null;
  return (
    <section aria-label={title} className="text-12 text-text-2">
      <h3 className="font-medium">{title}</h3>
      <ul>
        {people.map((contact) => (
          <li key={contact.id}>
            {t('contactReach.named', { name: contact.name, state: reachText(t, contact, moment).text })}
          </li>
        ))}
      </ul>
    </section>
  );
}

function TriedRow({ one, now }: { readonly one: TriedMessage; readonly now: number }) {
  const t = useT();
  const { text, tone } = messageState(t, one, now);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-b border-line py-1.5 last:border-0">
      <b className="truncate font-medium">{one.name}</b>
      <b className={classes('text-right font-medium', tone)}>{text}</b>
      <span className="text-text-2">
        {t(CHANNEL_NAMES[one.channel])}
        {/* Recordings leave the reason out. */}
        {one.reason && ` · ${sendFailureText(t, one.reason)}`}
      </span>
      <span className="justify-self-end">
        <MessageTrack message={one} now={now} />
      </span>
    </li>
  );
}
