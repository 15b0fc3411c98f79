/** The rule of one event: a table row, on a phone a block. */
import X from 'lucide-react/icons/x';
import type { ContactRole } from '../../../../contract/entities/alarmContact.ts';
import { ALARM_VALUE_RANGES, ALARM_WAYS } from '../../../../contract/rules/alarms.ts';
import {
  type AlarmRule,
  isOnlyListed,
  ROLES_PER_LEVEL,
  type RuleFault,
} from '../../../../contract/rules/alarmContacts.ts';
import { EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { Chip } from '../../kit/Chip.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Select } from '../../kit/Select.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import type { RoleReach } from './roleReach.ts';
import { unitText } from './ruleChangeTexts.ts';

interface RuleRowProps {
  readonly rule: AlarmRule;
  readonly roles: readonly ContactRole[];
  readonly reaches: ReadonlyMap<string, RoleReach>;
  readonly isChosen: boolean;
  readonly fault: RuleFault | null;
  readonly onChoose: () => void;
  readonly onChange: (part: Partial<AlarmRule>) => void;
}

const WAY_NAMES = { sms: 'shared.textMessage', call: 'shared.phoneCall' } as const;
const PROBLEMS = {
  noWay: 'alarmRules.problem.noWay',
  noRole: 'alarmRules.problem.noRole',
  nobody: 'alarmRules.problem.nobody',
  threshold: 'alarmRules.problem.threshold',
} as const satisfies Record<RuleFault, string>;
const CELL =
  'px-1 py-2 align-top first:pl-4 max-desk:flex max-desk:items-center max-desk:gap-3 max-desk:px-4 max-desk:py-1 max-desk:before:w-20 max-desk:before:flex-none max-desk:before:text-12 max-desk:before:text-text-2 max-desk:[&[data-label]]:before:content-[attr(data-label)]';

export function RuleRow({ rule, roles, reaches, isChosen, fault, onChoose, onChange }: RuleRowProps) {
  const t = useT();
  const { event, isOn, threshold, ways, firstRoles, secondRoles } = rule;
  const name = t(EVENT_NAMES[event]);
  const range = ALARM_VALUE_RANGES[event];
  const unit = unitText(t, event);
  const isSilent = isOnlyListed(rule);
  return (
    <tr
      className={classes(
        'border-b border-line last:border-0 max-desk:block max-desk:py-2',
        isChosen && 'bg-brand-50',
        fault !== null && 'shadow-[inset_3px_0_0_var(--st-alarm)]',
        isSilent && 'shadow-[inset_3px_0_0_var(--attn)]',
      )}
    >
      <th scope="row" className={classes(CELL, 'text-left font-medium')}>
        <button
          type="button"
          className="text-left whitespace-nowrap hover:underline max-desk:whitespace-normal"
          aria-pressed={isChosen}
          title={t('alarmRules.choose', { event: name })}
          onClick={onChoose}
        >
          {name}
        </button>
        {fault !== null && (
          <span className="block text-12 font-normal text-st-alarm-text">
            {t(PROBLEMS[fault], { least: range?.least ?? 0, most: range?.most ?? 0, unit })}
          </span>
        )}
        {/* Allowed, but never without saying so. */}
        {isSilent && (
          <span className="block text-12 font-normal whitespace-nowrap text-attn-text">
            {t('alarmRules.onlyListed')}
          </span>
        )}
      </th>
      <td className={CELL} data-label={t('alarmRules.column.on')}>
        <Checkbox
          hideLabel
          label={t('alarmRules.isOn', { event: name })}
          checked={isOn}
          onChange={(next) => onChange({ isOn: next })}
        />
      </td>
      <td className={classes(CELL, !range && 'max-desk:hidden')} data-label={t('alarmRules.column.from')}>
        {range && (
          <span className="inline-flex items-center gap-1 text-12 text-text-2">
            <TextInput
              size="s"
              type="number"
              className="w-20"
              min={range.least}
              max={range.most}
              step={range.unit === 'min' ? 1 : 0.1}
              placeholder={range.usual === undefined ? t('alarmRules.any') : String(range.usual)}
              aria-label={t('alarmRules.threshold', { event: name, unit })}
              value={threshold === null ? '' : String(threshold)}
              onChange={(text) =>
                onChange({ threshold: text === '' || Number.isNaN(Number(text)) ? null : Number(text) })
              }
            />
            {unit}
          </span>
        )}
      </td>
      <td className={CELL} data-label={t('alarmRules.column.ways')}>
        <span className="flex flex-wrap gap-1">
          {ALARM_WAYS.map((way) => (
            <Chip
              key={way}
              label={t(WAY_NAMES[way])}
              on={ways.includes(way)}
              onToggle={() =>
                onChange({ ways: ways.includes(way) ? ways.filter((one) => one !== way) : [...ways, way] })
              }
            />
          ))}
        </span>
      </td>
      <td className={CELL} data-label={t('alarmRules.column.first')}>
        <RolePicker
          label={t('alarmRules.rolesOf.first', { event: name })}
          event={name}
          roles={roles}
          reaches={reaches}
          chosen={firstRoles}
          onChange={(next) => onChange({ firstRoles: next })}
        />
      </td>
      <td className={CELL} data-label={t('shared.levelTwo')}>
        <RolePicker
          label={t('alarmRules.rolesOf.second', { event: name })}
          event={name}
          roles={roles}
          reaches={reaches}
          chosen={secondRoles}
          onChange={(next) => onChange({ secondRoles: next })}
        />
      </td>
    </tr>
  );
}

interface RolePickerProps {
  readonly label: string;
  readonly event: string;
  readonly roles: readonly ContactRole[];
  readonly reaches: ReadonlyMap<string, RoleReach>;
  readonly chosen: readonly string[];
  readonly onChange: (roles: string[]) => void;
}

function RolePicker({ label, event, roles, reaches, chosen, onChange }: RolePickerProps) {
  const t = useT();
  const left = roles.filter(({ id }) => !chosen.includes(id));
  return (
    <span className="flex flex-wrap items-center gap-1">
      {chosen.map((id) => {
        const role = roles.find((one) => one.id === id)?.roleName ?? '';
        return (
          <span
            key={id}
            className="inline-flex h-7 items-center gap-1 rounded-full bg-surface-3 pl-2.5 text-12 whitespace-nowrap"
          >
            {role}
            <RoleCount reach={reaches.get(id)} />
            <button
              type="button"
              className="grid size-7 place-items-center rounded-full hover:bg-hover"
              aria-label={t('alarmRules.removeRole', { role, event })}
              onClick={() => onChange(chosen.filter((one) => one !== id))}
            >
              <Icon of={X} size={12} />
            </button>
          </span>
        );
      })}
      {left.length > 0 && chosen.length < ROLES_PER_LEVEL && (
        <Select
          size="s"
          className="w-28"
          label={label}
          value=""
          options={[
            { value: '', label: t(chosen.length === 0 ? 'alarmRules.nobody' : 'shared.addRole') },
            ...left.map(({ id, roleName }) => {
              const reach = reaches.get(id);
              const label = t('alarmRules.roleNow', { role: roleName, now: reach?.now ?? 0, all: reach?.all ?? 0 });
              return { value: id, label };
            }),
          ]}
          onChange={(id) => {
            if (id !== '') onChange([...chosen, id]);
          }}
        />
      )}
    </span>
  );
}

/** How many of the contacts with a role can be told now, and who they are; amber if nobody can. */
function RoleCount({ reach }: { readonly reach: RoleReach | undefined }) {
  const t = useT();
  if (!reach || reach.all === 0) return null;
  const { now, all, names } = reach;
  return (
    <span className={classes('tabular-nums', now === 0 ? 'text-attn-text' : 'text-text-2')} title={names}>
      <span aria-hidden="true">{t('contactReach.ofAll', { now, all })}</span>
      <span className="sr-only">{t('contactReach.nowOfAll', { now, all })}</span>
    </span>
  );
}
