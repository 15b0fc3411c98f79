/** All points by name: select, tick, search and add, as on the map. */
import { useSelector } from '@xstate/react';
import BotIcon from 'lucide-react/icons/map-pin-plus-inside';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { toDegrees } from '../../../../contract/rules/mapFrame.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { targetOfPoint } from '../../../machines/mapEditor/attachments.ts';
import {
  type MapEditorRef,
  selectAttachmentTargets,
  selectFaults,
  selectKinds,
  selectRows,
} from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { PointIcon } from '../../icons/PointIcon.tsx';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { LongList } from '../../shell/LongList.tsx';
import { STATE_LABELS } from './editorLabels.ts';
import { useEditor } from './useEditor.ts';

const ROW_PX = 34;
interface PointListProps {
  readonly screen: MapEditorRef;
  readonly onAdd: () => void;
  readonly onShow: (at: Place) => void;
}

export function PointList({ screen, onAdd, onShow }: PointListProps) {
  const t = useT();
  const rows = useSelector(screen, selectRows);
  const { of } = useSelector(screen, selectFaults);
  const kinds = useSelector(screen, selectKinds);
  const { selection, keyword, points, serialNumber, isSiteUnused, map } = useEditor(screen);
  const robot = useSelector(useFleet(), selectRobots).find((one) => one.serialNumber === serialNumber);
  const pose = robot?.live.pose?.mapId === map?.id ? robot?.live.pose : null;
  const robotName = robot?.robotNickName || serialNumber;
  const targets = useSelector(screen, selectAttachmentTargets);
  const selected = new Set(selection);
  return (
    <section
      className={classes(
        'flex min-h-0 flex-col border-b border-line max-desk:flex-none',
        selection.length === 0 ? 'flex-1' : 'flex-[0_0_46%]',
      )}
      aria-label={t('common.points')}
    >
      <div className="card-head">
        <h2>{t('common.points')}</h2>
        {points.length > 0 && <span className="card-note">{points.length}</span>}
        <span className="top-gap" />
        <Button size="s" icon={Plus} tip={t('mapEditor.addHint')} onClick={onAdd}>
          {t('mapEditor.add')}
        </Button>
      </div>
      <div className="flex flex-col gap-1.5 px-3 pb-2">
        <TextInput
          size="s"
          type="search"
          icon={Search}
          value={keyword}
          aria-label={t('shared.searchPoints')}
          placeholder={t('shared.searchPoints')}
          onChange={(text) => screen.send({ type: 'points.search', keyword: text })}
        />
        {!isSiteUnused && (
          <Button
            size="s"
            icon={BotIcon}
            disabledReason={pose ? undefined : t('mapEditor.robot.elsewhere', { robot: robotName })}
            onClick={() => {
              if (pose)
                screen.send({
                  type: 'point.add',
                  at: [Math.round(pose.x * 100) / 100, Math.round(pose.y * 100) / 100],
                  name: t('shared.point'),
                  angle: Math.round(toDegrees(pose.theta)) % 360,
                });
            }}
          >
            {t('mapEditor.robot.here', { robot: robotName })}
          </Button>
        )}
      </div>
      {rows.length === 0 && (
        <p className="px-4 py-3 text-13 text-text-2">
          {t(points.length === 0 ? 'mapEditor.noPoints' : 'shared.noMatchingPoints')}
        </p>
      )}
      <LongList
        className="min-h-0 flex-1 overflow-auto px-2 pb-2 max-desk:max-h-[300px]"
        label={t('common.points')}
        rows={rows}
        keyOf={({ areaId }) => areaId}
        rowPx={ROW_PX}
        chosen={selection.length === 1 ? (selection[0] ?? null) : null}
      >
        {(point) => {
          const { areaId, name, attributes, worldX, worldY } = point;
          const kind = kinds.get(areaId);
          const attachedTo = targetOfPoint(point, targets)?.name;
          return (
            <div
              className={classes(
                'flex min-h-[34px] items-center rounded max-desk:min-h-11 [&>.check]:self-stretch [&>.check]:pr-1.5 [&>.check]:pl-2 max-desk:[&>.check]:min-w-11',
                selected.has(areaId) && 'bg-brand-100 [--text-2:var(--selected-text-2)]',
              )}
            >
              <Checkbox
                hideLabel
                label={t('shared.selectName', { name })}
                checked={selected.has(areaId)}
                onChange={() => screen.send({ type: 'points.select', ids: [areaId], join: true })}
              />
              <button
                type="button"
                className="flex min-h-[34px] min-w-0 flex-1 items-center gap-2 rounded px-2 text-left text-13 text-text hover:bg-hover focus-visible:[box-shadow:inset_0_0_0_2px_var(--focus)] aria-pressed:font-semibold aria-pressed:text-(--link) max-desk:min-h-11"
                aria-pressed={selected.has(areaId)}
                onClick={(event) => {
                  const join = event.shiftKey || event.ctrlKey || event.metaKey;
                  screen.send({ type: 'points.select', ids: [areaId], join });
                  if (!join) onShow([worldX, worldY]);
                }}
              >
                <PointIcon attribute={attributes[0] ?? 'none'} size={15} />
                <span className="truncate">{name}</span>
                {attachedTo !== undefined && attachedTo !== name && (
                  <small
                    className="min-w-0 flex-initial truncate text-11 text-text-2"
                    title={t('mapEditor.attachedTo', { name: attachedTo })}
                  >
                    {attachedTo}
                  </small>
                )}
                {of.has(areaId) && (
                  <i className="inline-flex flex-none text-st-alarm-text" title={t('mapEditor.faulty', { name })}>
                    <Icon of={TriangleAlert} size={14} />
                    <span className="sr-only">{t('mapEditor.faulty', { name })}</span>
                  </i>
                )}
                {kind && (
                  <em className="ml-auto flex-none text-11 text-(--link) not-italic">{t(STATE_LABELS[kind])}</em>
                )}
              </button>
            </div>
          );
        }}
      </LongList>
    </section>
  );
}
