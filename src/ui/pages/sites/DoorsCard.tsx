/** The access doors of a site. */
import DoorOpen from 'lucide-react/icons/door-open';
import Plus from 'lucide-react/icons/plus';
import type { SiteDetails } from '../../../../contract/entities/map.ts';
import type { AccessDoor, SiteEquipment } from '../../../../contract/entities/site.ts';
import { fieldsOfDoor, newDoor } from '../../../machines/sites/siteForm.machine.ts';
import type { SitesRef } from '../../../machines/sites/sites.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { EquipmentMenu } from './EquipmentMenu.tsx';
import { UNTESTABLE } from './LiftsCard.tsx';
import { Opening } from './Opening.tsx';
import { taskFor } from './siteTask.ts';
import { CELL, HEAD, TABLE } from './tableClasses.ts';

interface DoorsCardProps {
  readonly screen: SitesRef;
  readonly equipment: SiteEquipment;
  readonly floors: SiteDetails['floors'];
}

export function DoorsCard({ screen, equipment: { doors, siteId }, floors }: DoorsCardProps) {
  const t = useT();
  const [first] = floors;
  return (
    <Card
      clip
      title={t('shared.accessDoors')}
      acts={
        <Button
          size="s"
          icon={Plus}
          disabledReason={first ? undefined : t('sites.needsFloor')}
          onClick={() => screen.send({ type: 'record.edit', fields: newDoor(siteId, first?.mapId ?? '') })}
        >
          {t('sites.addDoor')}
        </Button>
      }
    >
      {doors.length === 0 ? (
        <p className="px-4 pb-4 text-13 text-text-2">{t('sites.noDoors')}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className={TABLE}>
            <thead>
              <tr>
                <th className={HEAD}>{t('sites.door')}</th>
                <th className={HEAD}>{t('shared.floor')}</th>
                <th className={HEAD}>{t('common.points')}</th>
                <th className={HEAD}>{t('sites.openedBy')}</th>
                <td className={HEAD} />
              </tr>
            </thead>
            <tbody>
              {doors.map((door) => (
                <DoorRow key={door.id} screen={screen} siteId={siteId} door={door} floors={floors} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

interface DoorRowProps {
  readonly screen: SitesRef;
  readonly siteId: string;
  readonly door: AccessDoor;
  readonly floors: SiteDetails['floors'];
}

function DoorRow({ screen, siteId, door, floors }: DoorRowProps) {
  const t = useT();
  const { id, name, revision, mapId, near, points, untestable } = door;
  const test = {
    kind: 'item',
    id: 'test',
    icon: DoorOpen,
    label: t('sites.test.door'),
    ...(untestable && { disabledReason: t(UNTESTABLE[untestable]) }),
    onSelect: () =>
      screen.send({
        type: 'record.act',
        task: taskFor('testDoor', { id, name, revision, mapId, near: near.join(', ') }),
      }),
  } as const;
  return (
    <tr>
      <th className={`${CELL} text-left font-semibold`}>{name}</th>
      <td className={CELL}>{floors.find((floor) => floor.mapId === mapId)?.floor}</td>
      <td className={CELL}>
        {points.length === 0 ? (
          <span className="text-text-2">{t('sites.noPoints')}</span>
        ) : (
          points.map((point) => point.name).join(', ')
        )}
      </td>
      <td className={CELL}>
        <Opening {...door} />
      </td>
      <td className={`${CELL} w-0`}>
        <EquipmentMenu screen={screen} kind="door" of={door} fields={fieldsOfDoor(siteId, door)} tests={[test]} />
      </td>
    </tr>
  );
}
