/** Photos and recordings of robots: by day, robot or place, with details, links and deletion that can be undone. */
import { useSelector } from '@xstate/react';
import Camera from 'lucide-react/icons/camera';
import Download from 'lucide-react/icons/download';
import ImageIcon from 'lucide-react/icons/image';
import Lock from 'lucide-react/icons/lock';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect } from 'react';
import { videoWall } from '../../../../contract/pages/videoWall.ts';
import { DELETED_MEDIA_DAYS, MEDIA_EXPORT_ITEMS } from '../../../../contract/rules/mediaLibrary.ts';
import {
  downloadEvent,
  type PhotosRef,
  selectHasFailed,
  selectIsActing,
  selectIsExporting,
  selectPhotos,
  selectTotal,
  selectUndo,
  tickedItems,
} from '../../../machines/photos/photos.selectors.ts';
import { photosQuery } from '../../../machines/photos/photosQuery.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { BulkBar } from '../../kit/BulkBar.tsx';
import { Button } from '../../kit/Button.tsx';
import { isTextEntry } from '../../kit/isTextEntry.ts';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { ExportButton } from '../../shell/ExportButton.tsx';
import { fileSize } from '../../shell/fileSize.ts';
import { useListFailure } from '../../shell/PagedList.tsx';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { PhotoDetail } from './PhotoDetail.tsx';
import { PhotoFilters } from './PhotoFilters.tsx';
import { PhotoGrid } from './PhotoGrid.tsx';
import { groupCounts } from './photoTexts.ts';

export function PhotosPage({ screen }: { readonly screen: PhotosRef }) {
  const t = useT();
  const now = useServerNow();
  const { timeZone } = useHomeSite();
  const { overview, query, open } = useSelector(screen, selectPhotos);
  const { deleted } = photosQuery.read(query);
  return (
    <ListPage
      title={t(deleted ? 'photos.deletedTitle' : 'routes.photos')}
      facts={
        overview
          ? t('photos.facts', {
              what: groupCounts(t, overview),
              robots: t('shared.robotCount', { count: overview.robots }),
              size: fileSize(t, overview.bytes),
            })
          : null
      }
      actions={
        <>
          {!deleted && <ExportAll screen={screen} />}
          <Button
            icon={deleted ? undefined : Trash2}
            onClick={() => screen.send({ type: 'list.show', query: photosQuery.patch({ deleted: !deleted }) })}
          >
            {deleted ? t('photos.showAll') : t('photos.showDeleted', { count: overview?.deleted ?? 0 })}
          </Button>
        </>
      }
      filters={<PhotoFilters screen={screen} timeZone={timeZone} />}
      detail={open === '' ? undefined : <PhotoDetail screen={screen} />}
    >
      <UndoMessage screen={screen} />
      <section className="card relative flex min-h-90 flex-1 flex-col overflow-hidden max-desk:h-[70vh]">
        <Library screen={screen} now={now} />
        <Ticked screen={screen} />
        <p className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-12 text-text-2">
          {overview && (
            <>
              <span>{t('photos.retention.timer', { days: overview.days.stills })}</span>
              <span>{t('photos.retention.rest', { days: overview.days.photos })}</span>
              <span>{t('photos.retention.alarm', { days: overview.days.alarmPhotos })}</span>
            </>
          )}
          <span>{t('photos.retention.deleted', { days: DELETED_MEDIA_DAYS })}</span>
        </p>
      </section>
    </ListPage>
  );
}

function ExportAll({ screen }: { readonly screen: PhotosRef }) {
  const t = useT();
  const total = useSelector(screen, selectTotal);
  const reason =
    total === 0
      ? t('shared.nothingToExport')
      : total > MEDIA_EXPORT_ITEMS && t('photos.export.tooMany', { limit: MEDIA_EXPORT_ITEMS });
  return <ExportButton screen={screen} label={t('shared.exportAll')} disabledReason={reason} />;
}

function Library({ screen, now }: { readonly screen: PhotosRef; readonly now: number }) {
  const t = useT();
  const { navigation } = useApp();
  const failureTexts = useListFailure();
  const { overview, query, failure } = useSelector(screen, selectPhotos);
  const failed = useSelector(screen, selectHasFailed);
  const total = useSelector(screen, selectTotal);
  if (failed && failure) {
    const { forbidden, title, text } = failureTexts(failure, 'photos.failed');
    return (
      <StatePanel state={forbidden ? 'forbidden' : 'failed'} title={title} text={text}>
        <Button size="s" onClick={() => screen.send({ type: 'list.retry' })}>
          {t('common.retry')}
        </Button>
      </StatePanel>
    );
  }
  if (!overview) return <SkeletonBlocks label={t('photos.loading')} shape="rows" count={8} />;
  if (total > 0) return <PhotoGrid screen={screen} now={now} />;
  const isDeleted = photosQuery.read(query).deleted;
  return photosQuery.isFiltered(query) ? (
    <StatePanel state="empty" icon={ImageIcon} title={t('photos.noneFound')} text={t('photos.noneFoundText')} />
  ) : (
    <StatePanel
      state="empty"
      icon={ImageIcon}
      title={t(isDeleted ? 'photos.noneDeleted' : 'photos.none')}
      text={t(isDeleted ? 'photos.noneDeletedText' : 'photos.noneText', { days: DELETED_MEDIA_DAYS })}
    >
      {!isDeleted && (
        <Button size="s" icon={Camera} onClick={() => navigation.send({ type: 'navigation.go', to: videoWall.path })}>
          {t('shared.takeAPhoto')}
        </Button>
      )}
    </StatePanel>
  );
}

function Ticked({ screen }: { readonly screen: PhotosRef }) {
  const t = useT();
  const context = useSelector(screen, selectPhotos);
  const acting = useSelector(screen, selectIsActing);
  const exporting = useSelector(screen, selectIsExporting);
  const { ticked, query } = context;
  if (ticked.length === 0) return null;
  const items = tickedItems(context);
  const noRight = items.every(({ canChange }) => canChange) ? undefined : t('shared.mayNotOperate');
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  return (
    <div className="absolute inset-x-4 bottom-14">
      <BulkBar
        summary={t('photos.ticked', { count: ticked.length, size: fileSize(t, bytes) })}
        clearLabel={t('photos.clearTicks')}
        onClear={() => screen.send({ type: 'ticks.clear' })}
      >
        {photosQuery.read(query).deleted ? (
          <Button
            size="s"
            variant="ghost"
            icon={Undo2}
            busy={acting}
            disabledReason={noRight}
            onClick={() => screen.send({ type: 'photos.do', task: { type: 'restore', fileIds: ticked } })}
          >
            {t('shared.restore')}
          </Button>
        ) : (
          <>
            <Button
              size="s"
              variant="ghost"
              icon={Download}
              busy={exporting}
              disabledReason={
                ticked.length > MEDIA_EXPORT_ITEMS
                  ? t('photos.export.tooMany', { limit: MEDIA_EXPORT_ITEMS })
                  : undefined
              }
              onClick={() => screen.send(downloadEvent(ticked))}
            >
              {t('shared.download')}
            </Button>
            <Button
              size="s"
              variant="ghost"
              icon={Lock}
              disabledReason={noRight}
              onClick={() => screen.send({ type: 'photos.do', task: { type: 'keep', fileIds: ticked, keep: true } })}
            >
              {t('photos.keep')}
            </Button>
            <Button
              size="s"
              variant="ghost"
              icon={Trash2}
              busy={acting}
              disabledReason={noRight}
              onClick={() => screen.send({ type: 'photos.do', task: { type: 'remove', fileIds: ticked } })}
            >
              {t('shared.delete')}
            </Button>
          </>
        )}
      </BulkBar>
    </div>
  );
}

/** For 5 s, and for Ctrl Z as long. */
function UndoMessage({ screen }: { readonly screen: PhotosRef }) {
  const t = useT();
  const undo = useSelector(screen, selectUndo);
  const isOffered = undo !== null;
  useEffect(() => {
    if (!isOffered) return undefined;
    const take = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return;
      if (event.target instanceof Element && isTextEntry(event.target)) return;
      event.preventDefault();
      screen.send({ type: 'undo.take' });
    };
    window.addEventListener('keydown', take);
    return () => window.removeEventListener('keydown', take);
  }, [screen, isOffered]);
  if (!undo) return null;
  return (
    <div className="card flex flex-wrap items-center gap-3 px-4 py-2.5 text-13" role="status">
      <b>{t('photos.deleted', { count: undo.fileIds.length })}</b>
      <span className="text-text-2">
        {t('photos.deletedText', { days: DELETED_MEDIA_DAYS })}
        {undo.refused > 0 && ` ${t('photos.refused', { count: undo.refused })}`}
      </span>
      <Button size="s" icon={Undo2} className="ml-auto" onClick={() => screen.send({ type: 'undo.take' })}>
        {t('photos.undo')}
      </Button>
    </div>
  );
}
