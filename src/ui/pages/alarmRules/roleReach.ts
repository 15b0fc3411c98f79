/** How many contacts of each role can be told now, for the choice of roles. */
import type { ContactMoment } from '../../../../contract/rules/alarmContacts.ts';
import type { LoadedRules } from '../../../machines/alarmRules/alarmRules.machine.ts';
import { reachText } from '../../alarms/reachTexts.ts';
import type { Translate } from '../../hooks/translate.ts';

export interface RoleReach {
  /** Contacts with the role who can be told at level one now, and all of them. */
  now: number;
  all: number;
  /** Each by name, with hours and quiet days. */
  names: string;
}

export const roleReaches = (
  t: Translate,
  { roles, contacts }: Pick<LoadedRules, 'roles' | 'contacts'>,
  moment: ContactMoment,
): ReadonlyMap<string, RoleReach> =>
  new Map(
    roles.map(({ id }) => {
      const people = contacts
        .filter(({ roleIds }) => roleIds.includes(id))
        .map((contact) => ({ name: contact.name, ...reachText(t, contact, moment) }));
      return [
        id,
        {
          now: people.filter(({ isReachable }) => isReachable).length,
          all: people.length,
          names: people.map(({ name, text }) => t('contactReach.named', { name, state: text })).join('\n'),
        },
      ] as const;
    }),
  );
