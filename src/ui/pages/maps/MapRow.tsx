/** One map in the list: thumbnail, description and actions. Reordered by dragging or with its two arrow buttons. */
import { useSelector } from '@xstate/react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import type { DragEvent } from 'react';
import { Link } from 'wouter';
import type { MapFloor } from '../../../../contract/entities/map.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { type MapsRef, selectIsWorking, selectMaps } from '../../../machines/maps/maps.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { MapThumb } from '../../plans/MapThumb.tsx';

/** Media type of a dragged row. */
const DRAGGED = 'application/x-roundhouse-map';
const CENTIMETRES = 100;
const LINE = 'mt-1 text-12 text-text-2';
const EDITOR = '/setting/map-edit';

interface MapRowProps {
  readonly screen: MapsRef;
  readonly map: MapFloor;
  readonly index: number;
  readonly count: number;
}

export function MapRow({ screen, map, index, count }: MapRowProps) {
  const t = useT();
  const { plans, robots } = useSelector(screen, selectMaps);
  const working = useSelector(screen, selectIsWorking);
  const plan = plans.find(({ id }) => id === map.id);
  const known = robots.filter(({ mapNames }) => mapNames.some(({ mapId }) => mapId === map.id));
  // The editor opens a map through a robot of the user, preferably one that can be sent to its points, if there is one.
  const own = new Set(useSelector(useFleet(), selectRobots).map(({ serialNumber }) => serialNumber));
  const by = [...known, ...robots].find(({ serialNumber }) => own.has(serialNumber))?.serialNumber;
  const size = plan
    ? t('shared.size', { width: Math.round(plan.plan.width), height: Math.round(plan.plan.height) })
    : '—';
  const move = (to: number): void => screen.send({ type: 'map.move', mapId: map.id, to });
  const onDrop = (event: DragEvent): void => {
    const mapId = event.dataTransfer.getData(DRAGGED);
    if (mapId === '') return;
    event.preventDefault();
    if (mapId !== map.id) screen.send({ type: 'map.move', mapId, to: index });
  };
  const busy = working ? t('shared.savingThePreviousChange') : undefined;
  return (
    <li
      className="flex items-center gap-4 border-line-2 px-4 py-3 not-first:border-t max-desk:flex-wrap"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, map.id);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      <MapThumb map={plan ?? null} />
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 text-14 font-semibold wrap-anywhere">
          <span className="min-w-7 text-text-2">{map.floor}</span>
          {map.name}
          {map.isDefault && (
            <span className="rounded-full bg-surface-3 px-2 text-12 text-text-2">{t('shared.default')}</span>
          )}
        </h2>
        <p className={LINE}>
          {t('maps.facts', {
            size,
            resolution: Math.round(map.resolution * CENTIMETRES * 10) / 10,
            kind: t(map.picture ? 'maps.picture' : 'maps.drawn'),
          })}
        </p>
        <p className={LINE}>
          <Link
            className="text-(--link) underline"
            href={`${EDITOR}?${new URLSearchParams({ ...(by && { serialNumber: by }), map: map.id }).toString()}`}
          >
            {map.pointCount === 0 ? t('maps.addPoints') : t('maps.points', { count: map.pointCount })}
          </Link>
          {' · '}
          {known.length === 0 ? t('maps.noRobots') : t('maps.robots', { count: known.length })}
        </p>
      </div>
      <div className="flex flex-none gap-1 max-desk:w-full max-desk:justify-end">
        <IconButton
          label={t('shared.moveNameUp', { name: map.name })}
          icon={ArrowUp}
          disabledReason={index === 0 ? t('maps.isFirst') : busy}
          onClick={() => move(index - 1)}
        />
        <IconButton
          label={t('shared.moveNameDown', { name: map.name })}
          icon={ArrowDown}
          disabledReason={index === count - 1 ? t('maps.isLast') : busy}
          onClick={() => move(index + 1)}
        />
        <IconButton
          label={t('shared.editName', { name: map.name })}
          icon={Pencil}
          disabledReason={busy}
          onClick={() => screen.send({ type: 'map.edit', map })}
        />
        <Menu
          trigger={<IconButton label={t('shared.moreForName', { name: map.name })} icon={Ellipsis} />}
          entries={[
            {
              kind: 'item',
              id: 'default',
              label: t('shared.setAsDefault'),
              disabledReason: map.isDefault ? t('maps.isDefault') : busy,
              onSelect: () => screen.send({ type: 'map.makeDefault', map }),
            },
            {
              kind: 'item',
              id: 'picture',
              label: t('maps.replace'),
              disabledReason: busy,
              onSelect: () => screen.send({ type: 'map.import', map }),
            },
            {
              kind: 'item',
              id: 'ros',
              label: t('maps.export.ros'),
              disabledReason: busy,
              onSelect: () => screen.send({ type: 'map.export', map, format: 'ros' }),
            },
            {
              kind: 'item',
              id: 'lif',
              label: t('maps.export.lif'),
              disabledReason: busy,
              onSelect: () => screen.send({ type: 'map.export', map, format: 'lif' }),
            },
            {
              kind: 'item',
              id: 'points',
              label: t('maps.lif.open'),
              disabledReason: busy,
              onSelect: () => screen.send({ type: 'map.importPoints', map }),
            },
            { kind: 'line', id: 'line' },
            {
              kind: 'item',
              id: 'delete',
              label: t('shared.deleteDialog'),
              danger: true,
              disabledReason: busy,
              onSelect: () => screen.send({ type: 'map.delete', map }),
            },
          ]}
        />
      </div>
    </li>
  );
}
