/** What stands unsaved: how much, whether something is wrong with it, and the way on. */
import { useSelector } from '@xstate/react';
import { selectEditor, selectFaults } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import type { MapEditorScreen } from './editorPart.ts';

export function DraftBar({ screen }: { readonly screen: MapEditorScreen }) {
  const t = useT();
  const { changed } = useSelector(screen, selectEditor);
  const { all } = useSelector(screen, selectFaults);
  return (
    <div className="map-editor-draft" role="group" aria-label={t('mapEditor.draft.bar')}>
      <i aria-hidden="true" />
      <p><b>{t('mapEditor.draft.count', { count: changed })}</b> <span>{all.length > 0 ? t('mapEditor.faults', { count: all.length }) : t('mapEditor.draft.note')}</span></p>
      <span className="top-gap" />
      <Button variant="quiet" onClick={() => screen.send({ type: 'draft.discard' })}>{t('mapEditor.discard.open')}</Button>
      <Button variant="pri" onClick={() => screen.send({ type: 'save.open' })}>{t('mapEditor.save.open')}</Button>
    </div>
  );
}
