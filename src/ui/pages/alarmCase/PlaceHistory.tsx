/** Facts of the alarm, and other alarms at the same place within 30 days. */
import type { CaseDetails } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { ALARM_VALUE_RANGES } from '../../../../contract/rules/alarms.ts';
import { EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { CAUSE_NAMES } from '../../alarms/caseTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { spanText } from '../../routeRuns/routeRunTexts.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import type { CaseProps } from './caseProps.ts';

export function PlaceHistory({ screen, details, timeZone }: CaseProps & { readonly details: CaseDetails }) {
  const t = useT();
  const { case: found, atPlace, merged = [] } = details;
  const { value, event, count, lastAt, overAt } = found;
  const unit = ALARM_VALUE_RANGES[event]?.unit;
  return (
    <section className="card flex min-h-40 flex-1 flex-col p-4 max-desk:flex-none" aria-labelledby="place-title">
      <ul className="flex flex-col gap-1 border-b border-line pb-3 text-13">
        {value !== null && <li>{t('alarmCase.facts.value', { value: unit ? `${value} ${unit}` : value })}</li>}
        <li>{t('alarmCase.facts.count', { count, time: timeStamp(lastAt, timeZone) })}</li>
        {overAt !== null && <li>{t('alarmCase.facts.over', { time: timeStamp(overAt, timeZone) })}</li>}
        {merged.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className="text-left text-link hover:underline max-desk:min-h-11"
              onClick={() => screen.send({ type: 'case.show', caseId: one.id })}
            >
              {t('alarmCase.merge.from', { number: one.number, event: t(EVENT_NAMES[one.event]) })}
            </button>
          </li>
        ))}
      </ul>
      <h2 id="place-title" className="pt-3 text-14 font-semibold text-heading">
        {t('alarmCase.place.title')}
      </h2>
      {atPlace.length === 0 ? (
        <p className="pt-2 text-13 text-text-2">{t('alarmCase.place.none')}</p>
      ) : (
        <ul className="min-h-0 overflow-y-auto pt-1">
          {atPlace.map((one) => (
            <li key={one.id} className="border-b border-line last:border-0">
              <button
                type="button"
                className="grid min-h-9 w-full grid-cols-[minmax(0,1fr)_auto] gap-2 py-1.5 text-left text-13 hover:bg-hover max-desk:min-h-11"
                onClick={() => screen.send({ type: 'case.show', caseId: one.id })}
              >
                <span className="min-w-0">
                  <b className="block truncate font-medium">{t(EVENT_NAMES[one.event])}</b>
                  <span className="text-12 text-text-2 tabular-nums">{timeStamp(one.raisedAt, timeZone)}</span>
                </span>
                <span className="text-right text-12 text-text-2">
                  {one.cause ? t(CAUSE_NAMES[one.cause]) : t('alarmCase.place.open')}
                  {one.lastedMs !== null && <span className="block tabular-nums">{spanText(one.lastedMs)}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
