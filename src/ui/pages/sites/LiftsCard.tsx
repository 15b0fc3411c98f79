/** The lifts as a matrix of lifts and floors; each cell chooses the boarding point of that floor. */
import DoorOpen from 'lucide-react/icons/door-open';
import Plus from 'lucide-react/icons/plus';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { SiteDetails } from '../../../../contract/entities/map.ts';
import type { Lift, SiteEquipment } from '../../../../contract/entities/site.ts';
import { fieldsOfLift, newLift } from '../../../machines/sites/siteForm.machine.ts';
import type { SitesRef } from '../../../machines/sites/sites.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Icon } from '../../kit/Icon.tsx';
import type { MenuEntry } from '../../kit/Menu.tsx';
import { Select } from '../../kit/Select.tsx';
import { EquipmentMenu } from './EquipmentMenu.tsx';
import { Opening } from './Opening.tsx';
import { stopOptions } from './stopOptions.ts';
import { taskFor } from './siteTask.ts';
import { CELL, HEAD, TABLE } from './tableClasses.ts';

interface LiftsCardProps {
  readonly screen: SitesRef;
  readonly equipment: SiteEquipment;
  readonly floors: SiteDetails['floors'];
}

export function LiftsCard({ screen, equipment, floors }: LiftsCardProps) {
  const t = useT();
  const { lifts, siteId } = equipment;
  return (
    <Card
      clip
      title={t('shared.elevators')}
      note={t('sites.liftsNote')}
      acts={
        <Button size="s" icon={Plus} onClick={() => screen.send({ type: 'record.edit', fields: newLift(siteId) })}>
          {t('sites.addLift')}
        </Button>
      }
    >
      {lifts.length === 0 ? (
        <p className="px-4 pb-4 text-13 text-text-2">{t('sites.noLifts')}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className={TABLE}>
            <thead>
              <tr>
                <th className={HEAD}>{t('shared.elevator')}</th>
                {floors.map(({ mapId, floor }) => (
                  <th key={mapId} className={HEAD}>
                    {floor}
                  </th>
                ))}
                <th className={`${HEAD} text-right`}>{t('sites.openTime')}</th>
                <th className={HEAD}>{t('sites.control')}</th>
                <td className={HEAD} />
              </tr>
            </thead>
            <tbody>
              {lifts.map((lift) => (
                <tr key={lift.id}>
                  <th className={`${CELL} text-left font-semibold whitespace-nowrap`}>{lift.name}</th>
                  {floors.map((map) => (
                    <td key={map.mapId} className={CELL}>
                      <StopCell screen={screen} lift={lift} map={map} equipment={equipment} />
                    </td>
                  ))}
                  <td className={`${CELL} text-right whitespace-nowrap`}>
                    {t('common.seconds', { seconds: lift.openSeconds })}
                  </td>
                  <td className={`${CELL} whitespace-nowrap`}>
                    <Opening {...lift} />
                  </td>
                  <td className={`${CELL} w-0`}>
                    <LiftMenu screen={screen} lift={lift} siteId={siteId} floors={floors} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

interface StopCellProps {
  readonly screen: SitesRef;
  readonly lift: Lift;
  readonly map: SiteDetails['floors'][number];
  readonly equipment: SiteEquipment;
}

function StopCell({ screen, lift, map, equipment: { siteId, points } }: StopCellProps) {
  const t = useT();
  const stop = lift.stops.find(({ mapId }) => mapId === map.mapId);
  const options = stopOptions(lift, map.mapId, points, '—');
  return (
    <div className="grid min-w-24 gap-0.5">
      <Select
        size="s"
        label={t('sites.stopOf', { lift: lift.name, floor: map.floor })}
        value={stop?.areaId ?? ''}
        options={options}
        onChange={(areaId) =>
          screen.send({
            type: 'record.act',
            task: taskFor(areaId === '' ? 'clearStop' : 'chooseStop', {
              id: lift.id,
              name: lift.name,
              revision: lift.revision,
              kind: 'lift',
              siteId,
              mapId: map.mapId,
              floor: map.floor,
              areaId,
              point: options.find(({ value }) => value === areaId)?.label ?? '',
            }),
          })
        }
      />
      {stop && stop.state !== 'fine' && (
        <span className="flex items-center gap-1 text-11 text-attn-text">
          <Icon of={TriangleAlert} size={12} />
          {t(STOP_FAULT[stop.state], { point: stop.pointName })}
        </span>
      )}
    </div>
  );
}
const STOP_FAULT = { deleted: 'sites.stop.deleted', untied: 'sites.stop.untied' } as const;

interface LiftMenuProps {
  readonly screen: SitesRef;
  readonly lift: Lift;
  readonly siteId: string;
  readonly floors: SiteDetails['floors'];
}

function LiftMenu({ screen, lift, siteId, floors }: LiftMenuProps) {
  const t = useT();
  const { id, name, revision, near, untestable } = lift;
  const stops = lift.stops.filter(({ state }) => state === 'fine');
  const tests = floors
    .filter((map) => stops.some(({ mapId }) => mapId === map.mapId))
    .map(({ mapId, floor }): MenuEntry => ({
      kind: 'item',
      id: mapId,
      icon: DoorOpen,
      label: t('sites.test.lift', { floor }),
      ...(untestable && { disabledReason: t(UNTESTABLE[untestable]) }),
      onSelect: () =>
        screen.send({
          type: 'record.act',
          task: taskFor('testLift', { id, name, revision, kind: 'lift', mapId, floor, near: near.join(', ') }),
        }),
    }));
  return <EquipmentMenu screen={screen} kind="lift" of={lift} fields={fieldsOfLift(siteId, lift)} tests={tests} />;
}
export const UNTESTABLE = { staff: 'sites.test.untestable.staff', robot: 'sites.test.untestable.robot' } as const;
