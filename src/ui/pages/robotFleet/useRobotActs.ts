/** What an administrator can do with a robot of the fleet, for its menu and its details. */
import ArchiveRestore from 'lucide-react/icons/archive-restore';
import ArchiveX from 'lucide-react/icons/archive-x';
import Building from 'lucide-react/icons/building-2';
import KeyRound from 'lucide-react/icons/key-round';
import Pencil from 'lucide-react/icons/pencil';
import QrCode from 'lucide-react/icons/qr-code';
import ShieldOff from 'lucide-react/icons/shield-off';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { FleetRobot } from '../../../../contract/entities/fleetRobot.ts';
import type { RobotAct } from '../../../machines/robotFleet/robotFleet.machine.ts';
import type { RobotFleetRef } from '../../../machines/robotFleet/robotFleet.selectors.ts';
import { fieldsOf } from '../../../machines/robotFleet/robotForm.machine.ts';
import { useT } from '../../hooks/useT.ts';
import type { MenuEntry } from '../../kit/Menu.tsx';
import { nameOf } from '../../robotRegistration/robotLabels.ts';

export function useRobotActs(screen: RobotFleetRef) {
  const t = useT();
  const edit = (mode: 'rename' | 'edit' | 'move' | 'claim', robot: FleetRobot): void =>
    screen.send({ type: 'record.edit', fields: fieldsOf(mode, robot) });
  const act = (wanted: RobotAct, robot: FleetRobot): void =>
    screen.send({
      type: 'record.act',
      task: {
        act: wanted,
        serialNumber: robot.serialNumber,
        name: nameOf(robot),
        charging: robot.charging,
      },
    });
  const item = (
    id: string,
    label: string,
    icon: Extract<MenuEntry, { kind: 'item' }>['icon'],
    onSelect: () => void,
    more: { danger?: boolean; disabledReason?: string | undefined } = {},
  ): MenuEntry => ({ kind: 'item', id, label, icon, onSelect, ...more });
  return {
    edit,
    act,
    menuOf: (robot: FleetRobot): MenuEntry[] =>
      robot.life === 'retired'
        ? [
            item('reinstate', t('robotFleet.act.reinstate'), ArchiveRestore, () => act('reinstate', robot)),
            item('move', t('robotFleet.act.move'), Building, () => edit('move', robot)),
          ]
        : [
            item('rename', t('robotFleet.act.rename'), Pencil, () => edit('rename', robot)),
            item('edit', t('robotFleet.act.edit'), SlidersHorizontal, () => edit('edit', robot)),
            item('move', t('robotFleet.act.move'), Building, () => edit('move', robot)),
            { kind: 'line', id: 'credentials' },
            item('renew', t('robotFleet.act.renew'), KeyRound, () => act('renew', robot)),
            item('claim', t('robotFleet.act.claim'), QrCode, () => edit('claim', robot), {
              disabledReason: robot.bound ? t('robotFleet.claimBound') : undefined,
            }),
            item('revoke', t('robotFleet.act.revoke'), ShieldOff, () => act('revoke', robot), {
              disabledReason: robot.password === 'revoked' ? t('robotFleet.revokedAlready') : undefined,
            }),
            { kind: 'line', id: 'end' },
            item('retire', t('robotFleet.act.retire'), ArchiveX, () => act('retire', robot), { danger: true }),
          ],
  };
}
