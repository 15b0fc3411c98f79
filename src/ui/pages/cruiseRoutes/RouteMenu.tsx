/** Actions for a whole route, in its row and in its editor. Unavailable actions show a reason. */
import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Star from 'lucide-react/icons/star';
import Trash2 from 'lucide-react/icons/trash-2';
import type { CruisePathChoice } from '../../../../contract/entities/cruisePath.ts';
import { type CruiseRoutesRef, selectRoutes } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu } from '../../kit/Menu.tsx';

interface RouteMenuProps {
  readonly screen: CruiseRoutesRef;
  readonly route: CruisePathChoice;
  readonly busy: boolean;
}

export function RouteMenu({ screen, route: { pathId, pathName, isDefault, missing }, busy }: RouteMenuProps) {
  const t = useT();
  const { mayEdit } = useSelector(screen, selectRoutes);
  const kept = mayEdit ? (busy ? t('shared.savingThePreviousChange') : undefined) : t('cruiseRoutes.mayNotEdit');
  return (
    <Menu
      trigger={<IconButton label={t('shared.moreForName', { name: pathName })} icon={Ellipsis} />}
      entries={[
        {
          kind: 'item',
          id: 'duplicate',
          icon: Copy,
          label: t('cruiseRoutes.duplicate'),
          disabledReason: kept,
          onSelect: () => screen.send({ type: 'route.duplicate', pathId }),
        },
        {
          kind: 'item',
          id: 'default',
          icon: Star,
          label: t('shared.setAsDefault'),
          onSelect: () => screen.send({ type: 'route.makeDefault', pathId }),
          disabledReason:
            kept ??
            (isDefault
              ? t('cruiseRoutes.isDefault')
              : missing.length > 0
                ? t('cruiseRoutes.brokenDefault')
                : undefined),
        },
        { kind: 'line', id: 'line' },
        {
          kind: 'item',
          id: 'delete',
          icon: Trash2,
          label: t('shared.deleteDialog'),
          danger: true,
          disabledReason: kept ?? (isDefault ? t('cruiseRoutes.delete.isDefault') : undefined),
          onSelect: () => screen.send({ type: 'route.delete', pathId }),
        },
      ]}
    />
  );
}
