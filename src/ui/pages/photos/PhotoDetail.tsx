/** One photo or recording: picture or player, what can be done with it, where and by whom it was taken, its links. */
import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import Link from 'lucide-react/icons/link';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import Maximize2 from 'lucide-react/icons/maximize-2';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { MEDIA_LINK_DAYS, whyNotDeleted } from '../../../../contract/rules/mediaLibrary.ts';
import {
  itemAt,
  type PhotosRef,
  selectIsActing,
  selectIsSolo,
  selectPhotos,
} from '../../../machines/photos/photos.selectors.ts';
import { casePath } from '../../../machines/app/events.ts';
import { placeOf, type PhotoDetail as Detail, type PhotoTask } from '../../../machines/photos/photos.setup.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { isTextEntry } from '../../kit/isTextEntry.ts';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Drawer } from '../../lists/Drawer.tsx';
import { recordPath } from '../../routeRuns/recordPath.ts';
import { fileSize } from '../../shell/fileSize.ts';
import { CopyField } from '../../shell/CopyField.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { recordedTime } from '../../video/RecordButton.tsx';
import { PhotoPicture } from './PhotoPicture.tsx';
import { PhotoPlan } from './PhotoPlan.tsx';
import { SoloPhoto } from './SoloPhoto.tsx';
import { placeText, SOURCE_KEYS, takenBy } from './photoTexts.ts';

const NOT_DELETED = {
  kept: 'photos.notDeleted.kept',
  openCase: 'photos.notDeleted.openCase',
  recording: 'photos.notDeleted.recording',
} as const;

export function PhotoDetail({ screen }: { readonly screen: PhotosRef }) {
  const t = useT();
  const context = useSelector(screen, selectPhotos);
  const { open, detail, detailFailure } = context;
  const at = placeOf(context, open);
  const show = (place: number) => {
    const item = at < 0 ? null : itemAt(context, place);
    return item ? () => screen.send({ type: 'item.open', fileId: item.fileId }) : undefined;
  };
  const [onPrevious, onNext] = [at > 0 ? show(at - 1) : undefined, show(at + 1)];
  const solo = useSelector(screen, selectIsSolo);
  useStepKeys(onPrevious, onNext, solo ? PLAYERS : OWN_ARROWS);
  return (
    <Drawer
      title={detail ? placeText(t, detail.item) : t('photos.detail')}
      note={detail && `${timeStamp(detail.item.takenAt, detail.item.timeZone)} · ${detail.item.robotName}`}
      onClose={() => screen.send({ type: 'item.close' })}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      {detail ? (
        <Shown screen={screen} detail={detail} />
      ) : detailFailure ? (
        <StatePanel state="failed" title={t('photos.detailFailed')} text={t.failure(detailFailure)}>
          <Button size="s" onClick={() => screen.send({ type: 'detail.retry' })}>
            {t('common.retry')}
          </Button>
        </StatePanel>
      ) : (
        <SkeletonBlocks label={t('photos.loading')} shape="text" count={6} />
      )}
      {solo && !detailFailure && <SoloPhoto screen={screen} detail={detail} onPrevious={onPrevious} onNext={onNext} />}
    </Drawer>
  );
}

/** What uses the arrows itself: the grid, a player, and text. */
const PLAYERS = 'video, [role=menu]';
const OWN_ARROWS = `[data-at], [role=dialog], ${PLAYERS}`;

/** The arrow keys step through the pictures while one is open. */
function useStepKeys(onPrevious: (() => void) | undefined, onNext: (() => void) | undefined, own: string): void {
  const step = useEffectEvent((event: KeyboardEvent): void => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || shiftKey || !(target instanceof Element)) return;
    if (isTextEntry(target) || target.closest(own)) return;
    const go = key === 'ArrowLeft' ? onPrevious : key === 'ArrowRight' ? onNext : undefined;
    if (!go) return;
    event.preventDefault();
    go();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => step(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function Shown({ screen, detail }: { readonly screen: PhotosRef; readonly detail: Detail }) {
  const t = useT();
  const acting = useSelector(screen, selectIsActing);
  const { navigation } = useApp();
  const { link } = useSelector(screen, selectPhotos);
  const { item, map, links, views } = detail;
  const { fileId, kind, isRecording, isKept, deletedAt, canChange, pose, timeZone, until } = item;
  const act = (task: PhotoTask): void => screen.send({ type: 'photos.do', task });
  const refusal = whyNotDeleted(item);
  const noRight = canChange ? undefined : t('shared.mayNotOperate');
  return (
    <>
      <div className="overflow-hidden rounded-in bg-(--vid) text-(color:--vid-text)">
        <PhotoPicture detail={detail} className="aspect-video w-full" />
      </div>
      <MomentButton look="small" serialNumber={item.serialNumber} at={item.takenAt} />
      <div className="flex gap-2">
        {deletedAt === null ? (
          <>
            <Button
              variant="primary"
              icon={Download}
              className="flex-1"
              disabledReason={isRecording ? t('photos.notDeleted.recording') : undefined}
              onClick={() => act({ type: 'download', fileIds: [fileId] })}
            >
              {t('shared.download')}
            </Button>
            <IconButton
              outlined
              icon={Maximize2}
              label={t('photos.solo')}
              onClick={() => screen.send({ type: 'solo.open' })}
            />
            <IconButton
              outlined
              icon={Link}
              label={t('photos.link', { days: MEDIA_LINK_DAYS })}
              disabledReason={noRight ?? (isRecording ? t('photos.notDeleted.recording') : undefined)}
              onClick={() => act({ type: 'link', fileId })}
            />
            <IconButton
              outlined
              icon={isKept ? LockOpen : Lock}
              label={t(isKept ? 'photos.unkeep' : 'photos.keep')}
              disabledReason={noRight}
              onClick={() => act({ type: 'keep', fileIds: [fileId], keep: !isKept })}
            />
            <IconButton
              outlined
              icon={Trash2}
              label={t('shared.delete')}
              disabledReason={noRight ?? (refusal === null ? undefined : t(NOT_DELETED[refusal]))}
              onClick={() => act({ type: 'remove', fileIds: [fileId] })}
            />
          </>
        ) : (
          <Button
            variant="primary"
            icon={Undo2}
            className="flex-1"
            busy={acting}
            disabledReason={noRight}
            onClick={() => act({ type: 'restore', fileIds: [fileId] })}
          >
            {t('shared.restore')}
          </Button>
        )}
      </div>
      {link?.fileId === fileId && (
        <CopyField
          label={t('photos.newLink')}
          value={link.url}
          hint={t('photos.newLinkHint', { until: timeStamp(link.until, timeZone) })}
        />
      )}
      {map && pose && <PhotoPlan map={map} pose={pose} />}
      <dl className="grid gap-2 text-13">
        <Fact name={t('shared.place')}>{placeText(t, item)}</Fact>
        <Fact name={t('photos.fact.by')}>{takenBy(t, item)}</Fact>
        {item.by !== '' && item.source !== 'operator' && (
          <Fact name={t('shared.reason')}>{t(SOURCE_KEYS[item.source])}</Fact>
        )}
        {item.alarmCaseId !== null && (
          <Fact name={t('shared.alarm')}>
            <button
              type="button"
              className="text-(--link)"
              onClick={() => navigation.send({ type: 'navigation.go', to: casePath(item.alarmCaseId ?? '') })}
            >
              {t(item.isOfOpenCase ? 'photos.openCase' : 'photos.closedCase')}
            </button>
          </Fact>
        )}
        {item.runId !== null && (
          <Fact name={t('photos.fact.run')}>
            <button
              type="button"
              className="text-(--link)"
              onClick={() => navigation.send({ type: 'navigation.go', to: recordPath(item.runId ?? '') })}
            >
              {t('photos.run')}
            </button>
          </Fact>
        )}
        <Fact name={t(kind === 'photo' ? 'photos.fact.photo' : 'photos.fact.video')}>
          {[
            item.width !== null && item.height !== null ? `${item.width} × ${item.height}` : '',
            item.durationMs === null ? '' : recordedTime(item.durationMs),
            fileSize(t, item.bytes),
          ]
            .filter(Boolean)
            .join(t('shared.comma'))}
        </Fact>
        <Fact name={t('photos.fact.until')}>
          {until === null ? t('photos.kept') : timeStamp(until, timeZone).slice(0, 10)}
        </Fact>
        <Fact name={t('photos.fact.seenBy')}>
          {views.length === 0 ? (
            t('photos.fact.nobody')
          ) : (
            <ul>
              {views.map(({ by, at }, index) => (
                <li key={index} className="wrap-anywhere">
                  {by} <span className="text-text-2 tabular-nums">{timeStamp(at, timeZone)}</span>
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
      {links.length > 0 && (
        <section aria-label={t('photos.links')} className="grid gap-1.5 text-13">
          <h3 className="font-semibold">{t('photos.links')}</h3>
          {links.map(({ linkId, by, until: end }) => (
            <div key={linkId} className="flex items-center gap-2">
              <span className="min-w-0 flex-1">{t('photos.linkOf', { by, until: timeStamp(end, timeZone) })}</span>
              <Button size="s" variant="ghost" disabledReason={noRight} onClick={() => act({ type: 'revoke', linkId })}>
                {t('photos.revoke')}
              </Button>
            </div>
          ))}
        </section>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-text-2">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}
