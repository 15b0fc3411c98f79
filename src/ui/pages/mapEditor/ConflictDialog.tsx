/** What somebody else saved meanwhile of the same points: each is chosen. */
import { useSelector } from '@xstate/react';
import type { MapPoint } from '../../../../contract/entities/map.ts';
import { pointIn, type DraftPoint } from '../../../machines/mapEditor/draft.ts';
import { selectEditor, selectIsSaving } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import type { Choice } from '../../../machines/mapEditor/mapEditor.setup.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { metresText, type MapEditorScreen } from './editorPart.ts';
import { SIDE_WORDS } from './editorWords.ts';

const SIDES: readonly Choice[] = ['mine', 'theirs'];

export function ConflictDialog({ screen }: { readonly screen: MapEditorScreen }) {
  const t = useT();
  const { conflicts, choices, points } = useSelector(screen, selectEditor);
  const busy = useSelector(screen, selectIsSaving);
  const rows = conflicts?.rows ?? [];
  const isSettled = rows.every(({ areaId }) => choices[areaId] !== undefined);
  const told = (point: DraftPoint | MapPoint | null): string => (point ? `${point.name}, ${t('mapEditor.save.at', { x: metresText(point.worldX), y: metresText(point.worldY) })}` : t('mapEditor.conflict.gone'));
  const choose = (ids: readonly string[], choice: Choice): void => screen.send({ type: 'conflict.choose', ids, choice });
  return (
    <Dialog
      open wide onClose={() => screen.send({ type: 'save.close' })} title={t('mapEditor.conflict.title')} description={t('mapEditor.conflict.text')} closeLabel={t('mapEditor.close')}
      foot={
        <>
          <Button onClick={() => screen.send({ type: 'save.close' })}>{t('mapEditor.cancel')}</Button>
          <Button variant="pri" busy={busy} disabledReason={isSettled ? undefined : t('mapEditor.conflict.unsettled')} onClick={() => screen.send({ type: 'conflict.settle' })}>{t('mapEditor.conflict.settle')}</Button>
        </>
      }
    >
      {rows.length > 1 && (
        <div className="map-editor-acts">
          <span>{t('mapEditor.conflict.all')}</span>
          {SIDES.map((side) => <Button key={side} size="s" aria-label={`${t('mapEditor.conflict.all')}: ${t(SIDE_WORDS[side])}`} onClick={() => choose(rows.map(({ areaId }) => areaId), side)}>{t(SIDE_WORDS[side])}</Button>)}
        </div>
      )}
      <ul className="map-editor-conflicts">
        {rows.map(({ areaId, theirs, base }) => {
          const mine = pointIn(points, areaId);
          return (
            <li key={areaId}>
              <fieldset>
                <legend>{(base ?? theirs ?? mine)?.name}</legend>
                {SIDES.map((side) => (
                  <label key={side}>
                    <input type="radio" name={areaId} checked={choices[areaId] === side} onChange={() => choose([areaId], side)} />
                    <span><b>{t(SIDE_WORDS[side])}</b> {told(side === 'mine' ? mine : theirs)}</span>
                  </label>
                ))}
              </fieldset>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
