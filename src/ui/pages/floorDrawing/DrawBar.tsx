/** The bar below the floor: what is not saved, what robots have, and the next steps. */
import { useSelector } from '@xstate/react';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import {
  type FloorDrawingRef,
  selectDrawingFaults,
  selectIsFloorUnkept,
} from '../../../machines/floorDrawing/floorDrawing.selectors.ts';
import { selectIsSaving } from '../../../machines/factories/draftEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { FAULT_KEYS } from './drawTexts.ts';
import { useDrawing } from './useDrawing.ts';

const MORE = '-order-1 flex basis-full flex-wrap items-center gap-1.5 text-attn-text';

export function DrawBar({ screen }: { readonly screen: FloorDrawingRef }) {
  const t = useT();
  const { changed, floor, failure } = useDrawing(screen);
  const isUnkept = useSelector(screen, selectIsFloorUnkept);
  const saving = useSelector(screen, selectIsSaving);
  const [fault] = useSelector(screen, selectDrawingFaults);
  const isCurrent = changed === 0 && floor !== null && floor.publishedRevision === floor.revision;
  const published = floor?.publishedRevision ?? null;
  return (
    <div
      className={classes(
        'flex min-h-[52px] flex-none flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-surface py-2 pr-2 pl-4 text-13 max-desk:sticky max-desk:bottom-2',
        changed > 0 ? 'border-mark' : 'border-line-2',
      )}
      role="group"
      aria-label={t('shared.draft')}
    >
      <i className={classes('size-2 rounded-full', changed > 0 ? 'bg-mark' : 'bg-line-3')} aria-hidden="true" />
      <p className="min-w-0 max-desk:flex-1">
        <b>{changed > 0 ? t('floorDrawing.unsaved', { count: changed }) : t('floorDrawing.allSaved')}</b>{' '}
        <span className="text-text-2">
          {published === null
            ? t('floorDrawing.notPublished')
            : isCurrent
              ? t('floorDrawing.isPublished')
              : t('floorDrawing.olderPublished')}
        </span>
      </p>
      <span className="top-gap max-desk:hidden" />
      {failure && (
        <p className={MORE} role="alert">
          <Icon of={TriangleAlert} size={14} />
          {t.failure(failure)}
        </p>
      )}
      {fault && (
        <p className={MORE} role="status">
          <Icon of={TriangleAlert} size={14} />
          {t(FAULT_KEYS[fault.kind])}
        </p>
      )}
      {isUnkept && (
        <p className={MORE} role="status">
          <Icon of={TriangleAlert} size={14} />
          {t('floorDrawing.unkept')}
        </p>
      )}
      {changed > 0 && (
        <Button variant="ghost" onClick={() => screen.send({ type: 'draft.discard' })}>
          {t('shared.discardChanges')}
        </Button>
      )}
      <Button
        busy={saving}
        disabledReason={changed === 0 ? t('floorDrawing.nothingToSave') : fault ? t(FAULT_KEYS[fault.kind]) : undefined}
        onClick={() => screen.send({ type: 'save.send' })}
      >
        {t('shared.save')}
      </Button>
      <Button
        variant="primary"
        busy={saving}
        disabledReason={isCurrent ? t('floorDrawing.nothingToPublish') : fault ? t(FAULT_KEYS[fault.kind]) : undefined}
        onClick={() => screen.send({ type: 'publish.open' })}
      >
        {t('floorDrawing.publish.open')}
      </Button>
    </div>
  );
}
