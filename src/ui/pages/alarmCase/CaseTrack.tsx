/** Countdown to level two, and the stations of the case's life. */
import type { CaseEntry } from '../../../../contract/entities/alarmCase.ts';
import type { CaseDetails } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { clockText } from '../../alarms/alarmTexts.ts';
import { useT } from '../../hooks/useT.ts';
import type { Translate } from '../../hooks/translate.ts';
import { classes } from '../../kit/classes.ts';
import { TRACK_LINE, TRACK_NODE, type TrackKind, type TrackStation } from '../../kit/Track.tsx';
import { timeOfDay } from '../../shell/siteTime.ts';
import type { CaseProps } from './caseProps.ts';

export function CaseTrack({ details, timeZone, now }: CaseProps & { readonly details: CaseDetails }) {
  const t = useT();
  const { state } = details.case;
  const { figure, text } = countdownOf(t, details, now);
  const { stations, current, kind } = trackOf(t, details, timeZone);
  return (
    <section className="card flex flex-none items-center gap-8 px-5 py-4 max-desk:flex-col max-desk:items-start max-desk:gap-3">
      <p className="flex-none">
        <b
          className={classes(
            'block text-[28px]/8 font-semibold tabular-nums',
            state === 'open' ? 'text-st-alarm-text' : 'text-heading',
          )}
        >
          {figure}
        </b>
        <span className="text-12 text-text-2">{text}</span>
      </p>
      <ol
        aria-label={t('alarmCase.track.name')}
        className="grid min-w-0 flex-1 auto-cols-fr grid-flow-col max-desk:w-full max-desk:grid-flow-row max-desk:grid-cols-3 max-desk:gap-2"
      >
        {stations.map(({ label, note }, index) => (
          <li key={label} className="min-w-0 text-12" aria-current={index === current ? 'step' : undefined}>
            <span aria-hidden="true" className="mb-2 flex h-3 items-center max-desk:hidden">
              <span className={TRACK_NODE[nodeOf(index, current, kind)]} />
              {index < stations.length - 1 && (
                <span
                  className={`${TRACK_LINE[index < current ? (kind === 'done' ? 'proven' : 'done') : 'todo']} flex-1`}
                />
              )}
            </span>
            <b className="block font-semibold">{label}</b>
            <span className="text-text-2 tabular-nums">{note}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const nodeOf = (index: number, current: number, kind: TrackKind): keyof typeof TRACK_NODE =>
  index > current ? 'todo' : kind === 'done' ? 'proven' : index < current ? 'done' : 'now';

function countdownOf(t: Translate, { case: found }: CaseDetails, now: number): { figure: string; text: string } {
  const { state, raisedAt, takenAt, levelTwoAt, levelTwoToldAt, resolvedAt } = found;
  if (state === 'resolved')
    return { figure: clockText((resolvedAt ?? now) - raisedAt), text: t('alarmCase.countdown.resolved') };
  if (state === 'taken')
    return { figure: clockText((takenAt ?? now) - raisedAt), text: t('alarmCase.countdown.taken') };
  return levelTwoAt === null
    ? { figure: clockText(now - (levelTwoToldAt ?? now)), text: t('alarmCase.countdown.told') }
    : { figure: clockText(levelTwoAt - now), text: t('alarmCase.countdown.until') };
}

function trackOf(
  t: Translate,
  { case: found, entries }: CaseDetails,
  timeZone: string,
): { stations: TrackStation[]; current: number; kind: TrackKind } {
  const time = (at: number | null): string => (at === null ? t('alarmCase.track.nobody') : timeOfDay(at, timeZone));
  const told = (level: number): string => {
    const entry = entries.findLast((one) => one.kind === 'told' && one.level === level);
    if (entry)
      return t('alarmCase.track.people', { time: timeOfDay(entry.at, timeZone), count: Number(entry.to) || 0 });
    const has = (kind: CaseEntry['kind']): boolean => entries.some((one) => one.kind === kind && one.level === level);
    if (has('notificationsOff')) return t('alarmCases.notificationsOff');
    return has('nobodyToTell') ? t('alarmCase.track.noContacts') : '';
  };
  const { state, raisedAt, levelTwoAt, levelTwoToldAt, takenAt, resolvedAt } = found;
  const stations: TrackStation[] = [
    { label: t('alarmCase.track.raised'), note: time(raisedAt) },
    { label: t('alarmCase.track.levelOne'), note: told(1) },
    ...(levelTwoAt !== null || levelTwoToldAt !== null
      ? [
          {
            label: t('shared.levelTwo'),
            note: levelTwoToldAt === null ? time(levelTwoAt) : told(2) || time(levelTwoToldAt),
          },
        ]
      : []),
    { label: t('shared.taken'), note: time(takenAt) },
    { label: t('shared.resolvedStation'), note: time(resolvedAt) },
  ];
  const reached =
    state === 'resolved'
      ? stations.length - 1
      : state === 'taken'
        ? stations.length - 2
        : levelTwoToldAt === null
          ? 1
          : 2;
  return { stations, current: reached, kind: state === 'resolved' ? 'done' : 'now' };
}
