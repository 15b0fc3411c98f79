/** The differences between alarm rules in words: for the bar of unsaved changes, and for rules that are copied. */
import type { ContactRole } from '../../../../contract/entities/alarmContact.ts';
import type { EventChanges, ReachChange, RuleChange } from '../../../../contract/rules/alarmRuleChanges.ts';
import { ALARM_VALUE_RANGES, type AlarmEvent } from '../../../../contract/rules/alarms.ts';
import type { NamedContact } from '../../../machines/alarmRules/alarmRules.machine.ts';
import { EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import type { Translate } from '../../hooks/translate.ts';

const WAY_KEYS = {
  sms: { added: 'alarmRules.changes.smsAdded', removed: 'alarmRules.changes.smsRemoved' },
  call: { added: 'alarmRules.changes.callAdded', removed: 'alarmRules.changes.callRemoved' },
} as const;
const ROLE_KEYS = {
  1: {
    added: 'alarmRules.changes.first.added',
    removed: 'alarmRules.changes.first.removed',
    instead: 'alarmRules.changes.first.instead',
  },
  2: {
    added: 'alarmRules.changes.second.added',
    removed: 'alarmRules.changes.second.removed',
    instead: 'alarmRules.changes.second.instead',
  },
} as const;

export const unitText = (t: Translate, event: AlarmEvent): string => {
  const unit = ALARM_VALUE_RANGES[event]?.unit;
  return unit === 'min' ? t('shared.minutesUnit') : (unit ?? '');
};

function thresholdText(t: Translate, event: AlarmEvent, threshold: number | null): string {
  const value = threshold ?? ALARM_VALUE_RANGES[event]?.usual ?? null;
  return value === null
    ? t('alarmRules.any')
    : t('alarmRules.changes.value', { value: String(value), unit: unitText(t, event) });
}

function changeText(t: Translate, event: AlarmEvent, change: RuleChange, roles: readonly ContactRole[]): string {
  switch (change.what) {
    case 'counts':
      return t(change.isOn ? 'alarmRules.changes.on' : 'alarmRules.changes.off');
    case 'threshold':
      return t('alarmRules.changes.threshold', {
        from: thresholdText(t, event, change.from),
        to: thresholdText(t, event, change.to),
      });
    case 'way':
      return t(WAY_KEYS[change.way][change.isAdded ? 'added' : 'removed']);
    case 'roles': {
      const named = (ids: readonly string[]): string =>
        ids
          .map((id) => roles.find((role) => role.id === id)?.roleName ?? t('alarmRules.changes.deletedRole'))
          .join(t('shared.listSeparator'));
      const [added, removed] = [named(change.added), named(change.removed)];
      const kind = added === '' ? 'removed' : removed === '' ? 'added' : 'instead';
      return t(ROLE_KEYS[change.level][kind], { added, removed });
    }
  }
}

/** 'Noise: phone call added, threshold 60 dB → 70 dB' */
export const eventChangesText = (
  t: Translate,
  { event, changes }: EventChanges,
  roles: readonly ContactRole[],
): string =>
  t('alarmRules.changes.line', {
    event: t(EVENT_NAMES[event]),
    changes: changes.map((change) => changeText(t, event, change, roles)).join(t('shared.comma')),
  });

/** Who is told because of the changes who was not told before, who no longer is, and the hours of level one. */
export function reachTexts(
  t: Translate,
  { added, removed, hours }: ReachChange,
  contacts: readonly NamedContact[],
): string[] {
  const names = (ids: readonly string[]): string =>
    contacts
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(t('shared.listSeparator'));
  return [
    ...(added.length > 0 ? [t('alarmRules.changes.told', { names: names(added) })] : []),
    ...(removed.length > 0 ? [t('alarmRules.changes.untold', { names: names(removed) })] : []),
    ...(hours ? [t('alarmRules.changes.hours', { from: hours.from, to: hours.to })] : []),
  ];
}
