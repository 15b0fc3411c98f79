/** Filter row of the alarm cases: period, status, owner, type, robots, words (spec 9). */
import { useSelector } from '@xstate/react';
import { CASE_FILTERS, OWNER_FILTERS } from '../../../../contract/endpoints/alarmCases.ts';
import { ALARM_EVENTS } from '../../../../contract/rules/alarms.ts';
import { type AlarmCasesRef, selectAlarmCases } from '../../../machines/alarmCases/alarmCases.selectors.ts';
import {
  type AlarmCasesQuery,
  alarmCasesQuery,
  CASE_DAYS,
  type CaseDays,
} from '../../../machines/alarmCases/alarmCasesQuery.ts';
import { EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { RobotChips, RobotSelect } from '../../robots/RobotFilter.tsx';

const DAYS = {
  1: 'shared.today',
  7: 'shared.days7',
  14: 'alarmCases.filter.days14',
  30: 'shared.days30',
  '': 'alarmCases.filter.allTime',
} as const;
const STATES = {
  '': 'shared.allStatuses',
  unresolved: 'alarmCases.filter.states.unresolved',
  open: 'alarmCases.filter.states.open',
  taken: 'alarmCases.filter.states.taken',
  resolved: 'shared.resolved',
} as const;
const OWNERS = {
  '': 'alarmCases.filter.owners.all',
  mine: 'alarmCases.filter.owners.mine',
  nobody: 'shared.nobody',
} as const;

export function CaseFilters({ screen }: { readonly screen: AlarmCasesRef }) {
  const t = useT();
  const { query } = useSelector(screen, selectAlarmCases);
  const { robots: chosen, state, owner, event, days, text } = alarmCasesQuery.read(query);
  const show = (change: Partial<AlarmCasesQuery>): void =>
    screen.send({ type: 'list.show', query: alarmCasesQuery.patch(change) });
  return (
    <Filters
      filtered={alarmCasesQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: alarmCasesQuery.cleared })}
    >
      <SegmentedControl<CaseDays>
        size="s"
        label={t('alarmCases.filter.days')}
        value={days}
        options={[...CASE_DAYS, '' as const].map((value) => ({ value, label: t(DAYS[value]) }))}
        onChange={(value) => show({ days: value })}
      />
      <Select
        size="s"
        className="desk:w-[148px]"
        label={t('common.status')}
        value={state}
        options={CASE_FILTERS.map((value) => ({ value, label: t(STATES[value]) }))}
        onChange={(value) => show({ state: value })}
      />
      <Select
        size="s"
        className="desk:w-[120px]"
        label={t('alarmCases.filter.owner')}
        value={owner}
        options={OWNER_FILTERS.map((value) => ({ value, label: t(OWNERS[value]) }))}
        onChange={(value) => show({ owner: value })}
      />
      <Select
        size="s"
        className="desk:w-[172px]"
        label={t('shared.type')}
        value={event}
        options={[
          { value: '' as const, label: t('shared.allTypes') },
          ...ALARM_EVENTS.map((value) => ({ value, label: t(EVENT_NAMES[value]) })),
        ]}
        onChange={(value) => show({ event: value })}
      />
      <RobotSelect chosen={chosen} onChange={(robots) => show({ robots })} />
      <SearchInput
        size="s"
        label={t('alarmCases.filter.search')}
        value={text}
        onChange={(value) => show({ text: value })}
      />
      <RobotChips chosen={chosen} onChange={(robots) => show({ robots })} />
    </Filters>
  );
}
