/** Conflicts with points that another user saved meanwhile; the user chooses a version for each point. */
import { useSelector } from '@xstate/react';
import type { MapPoint } from '../../../../contract/entities/map.ts';
import { pointIn, type DraftPoint } from '../../../machines/mapEditor/draft.ts';
import { selectIsSaving } from '../../../machines/factories/draftEditor.selectors.ts';
import { type MapEditorRef } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import type { Choice } from '../../../machines/mapEditor/mapEditor.setup.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { metresText } from './editorTexts.ts';
import { changeTexts } from './changeTexts.ts';
import { SIDE_LABELS } from './editorLabels.ts';
import { SidePanel } from './SidePanel.tsx';
import { useAttachmentNames } from './useAttachmentNames.ts';
import { useEditor } from './useEditor.ts';

const SIDES: readonly Choice[] = ['mine', 'theirs'];

export function ConflictDialog({ screen }: { readonly screen: MapEditorRef }) {
  const t = useT();
  const { conflicts, choices, points } = useEditor(screen);
  const busy = useSelector(screen, selectIsSaving);
  const rows = conflicts?.rows ?? [];
  const isSettled = rows.every(({ areaId }) => choices[areaId] !== undefined);
  const names = useAttachmentNames(screen);
  /** What each side changed; if the base version is unknown, the point's current name and position. */
  const told = (point: DraftPoint | MapPoint | null, base: MapPoint | null): string => {
    if (!point) return t('shared.deletedInText');
    if (!base)
      return `${point.name}, ${t('mapEditor.save.at', { x: metresText(point.worldX), y: metresText(point.worldY) })}`;
    return changeTexts(t, base, point, names).join(' · ') || t('mapEditor.conflict.same');
  };
  const choose = (ids: readonly string[], choice: Choice): void =>
    screen.send({ type: 'conflict.choose', ids, choice });
  return (
    <SidePanel
      onClose={() => screen.send({ type: 'save.close' })}
      title={t('mapEditor.conflict.title')}
      closeLabel={t('common.close')}
      foot={
        <>
          <Button onClick={() => screen.send({ type: 'save.close' })}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={isSettled ? undefined : t('mapEditor.conflict.unsettled')}
            onClick={() => screen.send({ type: 'conflict.settle' })}
          >
            {t('mapEditor.conflict.settle')}
          </Button>
        </>
      }
    >
      <p className="py-2 text-13 text-text-2">{t('mapEditor.conflict.text')}</p>
      {rows.length > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <span>{t('mapEditor.conflict.all')}</span>
          {SIDES.map((side) => (
            <Button
              key={side}
              size="s"
              aria-label={`${t('mapEditor.conflict.all')}: ${t(SIDE_LABELS[side])}`}
              onClick={() =>
                choose(
                  rows.map(({ areaId }) => areaId),
                  side,
                )
              }
            >
              {t(SIDE_LABELS[side])}
            </Button>
          ))}
        </div>
      )}
      <ul>
        {rows.map(({ areaId, theirs, base }) => {
          const mine = pointIn(points, areaId);
          return (
            <li key={areaId} className="border-t border-line py-2 text-13">
              <fieldset>
                <legend className="font-semibold">{(base ?? theirs ?? mine)?.name}</legend>
                {SIDES.map((side) => (
                  <label key={side} className="flex min-h-8 items-center gap-2 max-desk:min-h-11">
                    <input
                      type="radio"
                      name={areaId}
                      checked={choices[areaId] === side}
                      onChange={() => choose([areaId], side)}
                    />
                    <span>
                      <b>{t(SIDE_LABELS[side])}</b> {told(side === 'mine' ? mine : theirs, base)}
                    </span>
                  </label>
                ))}
              </fieldset>
            </li>
          );
        })}
      </ul>
    </SidePanel>
  );
}
