/**
 * Draft bar with the number of unsaved changes, their errors and the next steps. Always visible, so that the map does
 * not shift during editing.
 */
import { useSelector } from '@xstate/react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import {
  type MapEditorRef,
  selectDraftStage,
  selectFaults,
  selectIsUnkept,
} from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useEditor } from './useEditor.ts';

const MORE = '-order-1 flex basis-full flex-wrap items-center gap-1.5 text-attn-text';

export function DraftBar({ screen }: { readonly screen: MapEditorRef }) {
  const t = useT();
  const { changed, newer } = useEditor(screen);
  const isUnkept = useSelector(screen, selectIsUnkept);
  /** Other modes have their own buttons. */
  const isDesk = useSelector(screen, selectDraftStage) === 'draft';
  const { all } = useSelector(screen, selectFaults);
  return (
    <div
      className={classes(
        'flex min-h-[52px] flex-none flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-surface py-2 pr-2 pl-4 text-13 max-desk:sticky max-desk:bottom-2',
        changed > 0 ? 'border-mark' : 'border-line-2 max-desk:hidden',
      )}
      role="group"
      aria-label={t('shared.draft')}
    >
      <i className={classes('size-2 rounded-full', changed > 0 ? 'bg-mark' : 'bg-line-3')} aria-hidden="true" />
      <p className="min-w-0 max-desk:flex-1">
        <b>{changed > 0 ? t('mapEditor.draft.count', { count: changed }) : t('shared.noChanges')}</b>
        {changed > 0 && (
          <span className="text-text-2">
            {' '}
            {all.length > 0 ? t('mapEditor.faults', { count: all.length }) : t('mapEditor.draft.note')}
          </span>
        )}
      </p>
      <span className="top-gap max-desk:hidden" />
      {isUnkept && (
        <p className={MORE} role="status">
          <Icon of={TriangleAlert} size={14} />
          {t('mapEditor.draft.unkept')}
        </p>
      )}
      {newer && (
        <div className={MORE} role="status">
          <Icon of={TriangleAlert} size={14} />
          <p>
            {newer.revision === null
              ? t('mapEditor.newer.deleted', { name: newer.by.name })
              : t('mapEditor.newer.saved', { name: newer.by.name, revision: newer.revision })}
          </p>
          {newer.revision !== null && (
            <Button size="s" onClick={() => screen.send({ type: 'versions.open', revision: newer.revision ?? 0 })}>
              {t('mapEditor.newer.look')}
            </Button>
          )}
        </div>
      )}
      {changed > 0 && isDesk && (
        <>
          <Button variant="ghost" onClick={() => screen.send({ type: 'draft.discard' })}>
            {t('shared.discardDraft')}
          </Button>
          <Button variant="primary" onClick={() => screen.send({ type: 'save.open' })}>
            {t('mapEditor.save.open')}
          </Button>
        </>
      )}
    </div>
  );
}
