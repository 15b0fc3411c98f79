/** The table of rules, the column beside it, and the bar with what was changed. */
import { useSelector } from '@xstate/react';
import { alarmRuleChanges } from '../../../../contract/rules/alarmRuleChanges.ts';
import { type AlarmEvent, LEVEL_TWO_AFTER_MS } from '../../../../contract/rules/alarms.ts';
import { type AlarmRule, faultOfRule } from '../../../../contract/rules/alarmContacts.ts';
import { zonedWeekHour } from '../../../../contract/rules/zonedTime.ts';
import type { LoadedRules } from '../../../machines/alarmRules/alarmRules.machine.ts';
import {
  type AlarmRulesFormRef,
  type AlarmRulesRef,
  selectAlarmRules,
} from '../../../machines/alarmRules/alarmRules.selectors.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { roleReaches } from './roleReach.ts';
import { eventChangesText } from './ruleChangeTexts.ts';
import { RuleRow } from './RuleRow.tsx';
import { WhoIsTold } from './WhoIsTold.tsx';

interface RulesEditorProps {
  readonly screen: AlarmRulesRef;
  readonly form: AlarmRulesFormRef;
  readonly loaded: LoadedRules;
}

const HEAD = 'px-1 py-2 first:pl-4 text-left align-top text-12 font-medium whitespace-nowrap text-text-2';

export function RulesEditor({ screen, form, loaded }: RulesEditorProps) {
  const t = useT();
  const { chosen } = useSelector(screen, selectAlarmRules);
  const { draft, saving, errorOf, refusalBeside, submit, change } = useForm(form);
  const { rules } = draft;
  const { roles, contacts, timeZone } = loaded;
  const now = useServerNow(60_000);
  const reaches = roleReaches(t, loaded, zonedWeekHour(timeZone, now));
  const changed = alarmRuleChanges(loaded.rules, rules, contacts);
  const set = (event: AlarmEvent, part: Partial<AlarmRule>): void =>
    change(
      'rules',
      rules.map((rule) => (rule.event === event ? { ...rule, ...part } : rule)),
    );
  const count = t('alarmRules.bar.changes', { count: changed.length });
  const problem = errorOf('rules') ?? refusalBeside('rules');
  const current = rules.find(({ event }) => event === chosen);
  return (
    <div className="flex min-h-0 flex-1 gap-3 max-wide:flex-none max-wide:flex-col">
      <div className="card flex min-h-0 min-w-0 flex-1 flex-col max-wide:min-h-80 max-wide:flex-none">
        <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label={t('alarmRules.table')}>
          <table className="w-full border-collapse text-13 max-desk:block">
            <thead className="sticky top-0 z-1 bg-surface max-desk:hidden">
              <tr className="border-b border-line">
                <TrackHead stop label={t('alarmRules.column.event')} />
                <TrackHead label={t('alarmRules.column.on')} />
                <TrackHead label={t('alarmRules.column.from')} />
                <TrackHead label={t('alarmRules.column.ways')} />
                <TrackHead stop label={t('alarmRules.column.first')} note={t('alarmRules.track.atOnce')} />
                <TrackHead
                  stop
                  label={t('shared.levelTwo')}
                  note={t('alarmRules.track.after', { minutes: LEVEL_TWO_AFTER_MS / 60_000 })}
                />
              </tr>
            </thead>
            <tbody className="max-desk:block">
              {rules.map((rule) => (
                <RuleRow
                  key={rule.event}
                  rule={rule}
                  roles={roles}
                  reaches={reaches}
                  isChosen={rule.event === chosen}
                  fault={faultOfRule(rule, contacts)}
                  onChoose={() => screen.send({ type: 'rule.choose', event: rule.event })}
                  onChange={(part) => set(rule.event, part)}
                />
              ))}
            </tbody>
          </table>
        </div>
        {changed.length > 0 && (
          <div className="flex min-h-13 flex-wrap items-center gap-3 rounded-b-lg border-t border-mark bg-surface px-4 py-2 max-wide:sticky max-wide:-bottom-3 max-wide:z-2">
            <div className="min-w-0 flex-1 text-13">
              <p className="font-semibold" role="status">
                {count}
              </p>
              <div className="max-h-24 overflow-auto text-12 text-text-2" tabIndex={0} role="region" aria-label={count}>
                {changed.map((one) => (
                  <p key={one.event}>{eventChangesText(t, one, roles)}</p>
                ))}
              </div>
              {problem !== undefined && (
                <p className="text-12 text-st-alarm-text" role="alert">
                  {problem}
                </p>
              )}
            </div>
            <Button onClick={() => form.send({ type: 'form.discard' })}>{t('shared.discard')}</Button>
            <Button variant="primary" busy={saving} onClick={submit}>
              {t('alarmRules.bar.save')}
            </Button>
          </div>
        )}
      </div>
      {current && <WhoIsTold screen={screen} rule={current} loaded={loaded} isChanged={changed.length > 0} />}
    </div>
  );
}

interface TrackHeadProps {
  readonly label: string;
  /** When the contacts of the column are told. */
  readonly note?: string | undefined;
  /** The alarm is raised, or somebody is told. */
  readonly stop?: boolean | undefined;
}

/** The heads of the columns are the way of an alarm: it is found, messages are sent, level one, later level two. */
function TrackHead({ label, note, stop = false }: TrackHeadProps) {
  return (
    <th className={HEAD}>
      <span aria-hidden="true" className="flex h-3 items-center gap-1 pb-1">
        {stop && <i className="size-2.5 flex-none rounded-full border border-n-500" />}
        <i className="flex-1 border-t-2 border-dashed border-n-400" />
      </span>
      {label}
      {note !== undefined && <span className="block font-normal whitespace-normal">{note}</span>}
    </th>
  );
}
