/** The rules that prevent a contact or role from being deleted, by robot, with a link to each robot's rules. */
import { useSelector } from '@xstate/react';
import type { RuleUses } from '../../../../contract/entities/alarmContact.ts';
import type { ContactTask } from '../../../machines/contacts/contacts.machine.ts';
import { type ContactsRef, selectContacts } from '../../../machines/contacts/contacts.selectors.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { EVENT_NAMES } from '../../alarms/alarmTexts.ts';
import { useApp, useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { isPlainClick } from '../../kit/isPlainClick.ts';
import { robotName } from '../../robots/robotName.ts';

interface RuleUseProps {
  readonly screen: ContactsRef;
  readonly task: ContactTask;
}

export function RuleUse({ screen, task }: RuleUseProps) {
  const { rows, roles } = useSelector(screen, selectContacts);
  const uses = [...rows, ...roles].find(({ id }) => id === task.id)?.uses ?? [];
  return uses.length === 0 ? null : <Rules act={task.act} uses={uses} />;
}

function Rules({ act, uses }: { readonly act: ContactTask['act']; readonly uses: RuleUses }) {
  const t = useT();
  const { navigation } = useApp();
  const fleet = useFleet();
  const robots = useSelector(fleet, selectRobots);
  const open = (serialNumber: string): void => {
    fleet.send({ type: 'robot.choose', serialNumber });
    navigation.send({ type: 'navigation.go', to: '/alarms/rules' });
  };
  return (
    <div className="text-13">
      <p>{t(act === 'deleteRole' ? 'contacts.ask.role.uses' : 'contacts.ask.contact.uses')}</p>
      <ul>
        {uses.map(({ serialNumber, events }) => {
          const robot = robots.find((one) => one.serialNumber === serialNumber);
          return (
            <li key={serialNumber}>
              <a
                className="text-link"
                href="/alarms/rules"
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  open(serialNumber);
                }}
              >
                {robot ? robotName(robot) : serialNumber}
              </a>{' '}
              {events.map((event) => t(EVENT_NAMES[event])).join(t('shared.listSeparator'))}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
