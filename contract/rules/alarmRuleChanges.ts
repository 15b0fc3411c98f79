/** What differs between two alarm rules of one event: for the bar of unsaved changes, and before rules are copied. */
import {
  type AlarmRule,
  type ContactHours,
  DAYS_PER_WEEK,
  HOURS_PER_DAY,
  isOnAt,
  isOnlyListed,
} from './alarmContacts.ts';
import { ALARM_LEVELS, ALARM_WAYS, type AlarmEvent, type AlarmLevel, type AlarmWay } from './alarms.ts';

export type RuleChange =
  | { what: 'counts'; isOn: boolean }
  | { what: 'threshold'; from: number | null; to: number | null }
  | { what: 'way'; way: AlarmWay; isAdded: boolean }
  | { what: 'roles'; level: AlarmLevel; added: readonly string[]; removed: readonly string[] };

/** What follows from the roles: who is told at all, and in how many hours of a week somebody at level one is told. */
export interface ReachChange {
  /** Ids of contacts. */
  added: readonly string[];
  removed: readonly string[];
  /** null: as many hours as before. */
  hours: { from: number; to: number } | null;
}

export interface EventChanges {
  event: AlarmEvent;
  changes: readonly RuleChange[];
  reach: ReachChange;
}

const without = <Item>(items: readonly Item[], others: readonly Item[]): Item[] =>
  items.filter((item) => !others.includes(item));

const rolesAt = (rule: AlarmRule, level: AlarmLevel): readonly string[] =>
  level === 1 ? rule.firstRoles : rule.secondRoles;

/** The order of ways and roles means nothing. */
export function changesOfRule(before: AlarmRule, after: AlarmRule): RuleChange[] {
  const changes: RuleChange[] = [];
  if (before.isOn !== after.isOn) changes.push({ what: 'counts', isOn: after.isOn });
  if (before.threshold !== after.threshold)
    changes.push({ what: 'threshold', from: before.threshold, to: after.threshold });
  for (const way of ALARM_WAYS) {
    const isAdded = after.ways.includes(way);
    if (before.ways.includes(way) !== isAdded) changes.push({ what: 'way', way, isAdded });
  }
  for (const level of ALARM_LEVELS) {
    const [old, next] = [rolesAt(before, level), rolesAt(after, level)];
    const [added, removed] = [without(next, old), without(old, next)];
    if (added.length + removed.length > 0) changes.push({ what: 'roles', level, added, removed });
  }
  return changes;
}

const isSilent = (rule: AlarmRule): boolean => !rule.isOn || isOnlyListed(rule) || rule.ways.length === 0;

const told = (rule: AlarmRule, contacts: readonly ContactHours[], roles: readonly string[]): ContactHours[] =>
  isSilent(rule) ? [] : contacts.filter(({ roleIds }) => roleIds.some((role) => roles.includes(role)));

/** Hours of an ordinary week, without quiet days. */
function coveredHours(people: readonly ContactHours[]): number {
  let count = 0;
  for (let day = 0; day < DAYS_PER_WEEK; day += 1)
    for (let hour = 0; hour < HOURS_PER_DAY; hour += 1)
      if (people.some(({ hours }) => isOnAt(hours, day, hour))) count += 1;
  return count;
}

export function reachChange(before: AlarmRule, after: AlarmRule, contacts: readonly ContactHours[]): ReachChange {
  const everyone = (rule: AlarmRule): string[] =>
    told(rule, contacts, [...rule.firstRoles, ...rule.secondRoles]).map(({ id }) => id);
  const hoursOf = (rule: AlarmRule): number => coveredHours(told(rule, contacts, rule.firstRoles));
  const [old, next] = [everyone(before), everyone(after)];
  const [from, to] = [hoursOf(before), hoursOf(after)];
  return { added: without(next, old), removed: without(old, next), hours: from === to ? null : { from, to } };
}

/** The events whose rules differ. */
export const alarmRuleChanges = (
  before: readonly AlarmRule[],
  after: readonly AlarmRule[],
  contacts: readonly ContactHours[],
): EventChanges[] =>
  after.flatMap((rule) => {
    const old = before.find(({ event }) => event === rule.event);
    const changes = old ? changesOfRule(old, rule) : [];
    return old && changes.length > 0 ? [{ event: rule.event, changes, reach: reachChange(old, rule, contacts) }] : [];
  });
