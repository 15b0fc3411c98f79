/** The actions of a lift or a door: edit, test, relay key, delete. */
import Ellipsis from 'lucide-react/icons/ellipsis';
import KeyRound from 'lucide-react/icons/key-round';
import Pencil from 'lucide-react/icons/pencil';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import type { AccessDoor } from '../../../../contract/entities/site.ts';
import type { SiteFields } from '../../../machines/sites/siteForm.machine.ts';
import type { SitesRef } from '../../../machines/sites/sites.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu, type MenuEntry } from '../../kit/Menu.tsx';
import { taskFor } from './siteTask.ts';

interface EquipmentMenuProps {
  readonly screen: SitesRef;
  readonly kind: 'lift' | 'door';
  readonly of: Pick<AccessDoor, 'id' | 'name' | 'revision' | 'openedBy'>;
  readonly fields: SiteFields;
  readonly tests: readonly MenuEntry[];
}

export function EquipmentMenu({ screen, kind, of, fields, tests }: EquipmentMenuProps) {
  const t = useT();
  const { id, name, revision, openedBy } = of;
  const act = (wanted: Parameters<typeof taskFor>[0]) => (): void =>
    screen.send({ type: 'record.act', task: taskFor(wanted, { id, name, revision, kind }) });
  const entries: MenuEntry[] = [
    {
      kind: 'item',
      id: 'edit',
      icon: Pencil,
      label: t('shared.editName', { name }),
      onSelect: () => screen.send({ type: 'record.edit', fields }),
    },
    ...tests,
    ...(openedBy === 'relay'
      ? ([
          { kind: 'item', id: 'key', icon: KeyRound, label: t('sites.key.show'), onSelect: act('showKey') },
          { kind: 'item', id: 'renew', icon: RefreshCw, label: t('sites.key.renew'), onSelect: act('renewKey') },
        ] as const)
      : []),
    {
      kind: 'item',
      id: 'delete',
      icon: Trash2,
      danger: true,
      label: t('shared.deleteName', { name }),
      onSelect: act(kind === 'lift' ? 'deleteLift' : 'deleteDoor'),
    },
  ];
  return (
    <Menu trigger={<IconButton size="s" icon={Ellipsis} label={t('sites.moreOf', { name })} />} entries={entries} />
  );
}
