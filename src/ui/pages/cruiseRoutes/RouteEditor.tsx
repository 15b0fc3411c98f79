/** Editor of one route: ordered stops, their map and the totals. On a phone the list comes first. */
import { useSelector } from '@xstate/react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Redo2 from 'lucide-react/icons/redo-2';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Star from 'lucide-react/icons/star';
import Undo2 from 'lucide-react/icons/undo-2';
import type { KeyboardEvent } from 'react';
import { selectIsSaving, selectQuestion } from '../../../machines/factories/draftEditor.selectors.ts';
import {
  type RouteEditorRef,
  type CruiseRoutesRef,
  selectIsWorking,
  selectRoutes,
  selectDraftStage,
  selectIsChanged,
  selectRoute,
  selectStage,
} from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { Question } from '../../shell/Question.tsx';
import { isTextEntry } from '../../kit/isTextEntry.ts';
import { type RouteRunRef, selectFollowing } from '../../../machines/routeRun/routeRun.selectors.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { RouteRunColumn } from './RouteRunColumn.tsx';
import { RouteMap } from './RouteMap.tsx';
import { RouteMenu } from './RouteMenu.tsx';
import { SaveNote } from './SaveNote.tsx';
import { StartButton } from './StartButton.tsx';
import { StopList } from './StopList.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';

interface RouteEditorProps {
  readonly screen: CruiseRoutesRef;
  readonly editor: RouteEditorRef;
  readonly run: RouteRunRef;
}

export function RouteEditor({ screen, editor, run }: RouteEditorProps) {
  const t = useT();
  const stage = useSelector(editor, selectStage);
  const draftStage = useSelector(editor, selectDraftStage);
  const question = useSelector(editor, selectQuestion);
  const { failure, kept } = useSelector(editor, selectRoute);
  const following = useSelector(run, selectFollowing) !== undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Ignore keys pressed in a dialog over the page or in a text field.
    if (
      !(event.target instanceof Element) ||
      !event.currentTarget.contains(event.target) ||
      isTextEntry(event.target) ||
      event.defaultPrevented ||
      event.altKey
    )
      return;
    if (!(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    const type = key === 'z' ? (event.shiftKey ? 'history.redo' : 'history.undo') : key === 'y' ? 'history.redo' : null;
    if (!type) return;
    event.preventDefault();
    editor.send({ type });
  };
  return (
    // On a phone, and until the route is there, without boxes: Stop of a run is sticky in all of the page's content.
    <div
      className={stage === 'editing' ? 'flex h-full min-h-0 min-w-0 flex-col gap-3 max-desk:contents' : 'contents'}
      onKeyDown={onKeyDown}
    >
      <Head screen={screen} editor={editor} run={run} />
      {stage === 'loading' && (
        <div className="card">
          <SkeletonBlocks shape="rows" count={6} label={t('cruiseRoutes.loading')} />
        </div>
      )}
      {stage === 'failed' && (
        <div className="card">
          <StatePanel state="failed" title={t('cruiseRoutes.failed')} text={failure ? t.failure(failure) : undefined}>
            <Button size="s" onClick={() => editor.send({ type: 'editor.retry' })}>
              {t('common.retry')}
            </Button>
          </StatePanel>
        </div>
      )}
      {/* Its Stop waits for no route. */}
      {stage !== 'editing' && (
        <RouteRunColumn screen={screen} run={run} className="contents [&>.card]:flex-none desk:[&>*]:w-[372px]" />
      )}
      {stage === 'editing' && (
        <>
          <SaveNote editor={editor} />
          {/* In a low window the column is at the right, where dialogs leave room for Stop. */}
          <div className="grid min-h-[460px] flex-1 grid-cols-[372px_minmax(0,1fr)] gap-3 max-wide:grid-cols-[320px_minmax(0,1fr)] max-desk:contents sideways:grid-cols-[minmax(0,1fr)_320px]!">
            {/* The followed route run replaces the stop list until it is closed. */}
            <div className="flex min-h-0 min-w-0 flex-col gap-3 max-desk:contents sideways:col-start-2 sideways:row-start-1">
              <RouteRunColumn
                screen={screen}
                run={run}
                className={following ? 'flex-1 max-desk:contents' : 'max-desk:contents'}
              />
              {!following && <StopList editor={editor} />}
            </div>
            <RouteMap screen={screen} editor={editor} run={run} />
          </div>
        </>
      )}
      {stage === 'editing' && draftStage !== 'draft' && <ConflictDialog editor={editor} />}
      {stage === 'offering' && kept && !question && (
        <ConfirmDialog
          open
          title={t('cruiseRoutes.offer.title')}
          text={t('cruiseRoutes.offer.text', { at: timeStamp(kept.at, ownZone()) })}
          confirmLabel={t('shared.continueEditing')}
          cancelLabel={t('shared.discardDraft')}
          preferConfirm
          onConfirm={() => editor.send({ type: 'draft.take' })}
          onCancel={() => editor.send({ type: 'draft.drop' })}
        />
      )}
      {question && <Question question={question} cancelLabel={t('common.cancel')} />}
    </div>
  );
}

function Head({ screen, editor, run }: RouteEditorProps) {
  const t = useT();
  const { routes } = useSelector(screen, selectRoutes);
  const working = useSelector(screen, selectIsWorking);
  const { map, draft, pathId, savedBy, past, future, mayEdit } = useSelector(editor, selectRoute);
  const isChanged = useSelector(editor, selectIsChanged);
  const saving = useSelector(editor, selectIsSaving);
  const editing = useSelector(editor, selectStage) === 'editing';
  const choice = routes.find((route) => route.pathId === pathId);
  const floor = map ? { floor: map.floor, map: map.name } : null;
  return (
    <div className="page-head flex-wrap max-desk:gap-2 max-desk:[&_.btn]:h-11 max-desk:[&_.icon-btn]:h-11 max-desk:[&_.icon-btn]:w-10">
      <IconButton
        icon={ArrowLeft}
        label={t('cruiseRoutes.back')}
        onClick={() => editor.send({ type: 'editor.close' })}
      />
      <div className="page-title max-desk:flex-[1_0_calc(100%-60px)]">
        <h1 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere max-desk:text-16 max-desk:font-semibold">
          {draft.pathName.trim() || choice?.pathName || t('cruiseRoutes.new')}
          {choice?.isDefault && <StatusPill status="working" icon={Star} label={t('shared.default')} />}
          {isChanged && editing && <StatusPill status="attn" label={t('shared.unsavedChanges')} />}
        </h1>
        {floor && (
          <p>
            {mayEdit
              ? savedBy
                ? t('cruiseRoutes.facts', { ...floor, name: savedBy })
                : t('shared.floorAndMap', floor)
              : t('cruiseRoutes.readOnly')}
          </p>
        )}
      </div>
      {editing && mayEdit && (
        <div className="flex items-center max-desk:mr-auto">
          <IconButton
            icon={Undo2}
            label={t('shared.undo')}
            disabledReason={past.length === 0 ? t('shared.nothingToUndo') : undefined}
            onClick={() => editor.send({ type: 'history.undo' })}
          />
          <IconButton
            icon={Redo2}
            label={t('shared.redo')}
            disabledReason={future.length === 0 ? t('shared.nothingToRedo') : undefined}
            onClick={() => editor.send({ type: 'history.redo' })}
          />
          <IconButton
            icon={RotateCcw}
            label={t('shared.discardChanges')}
            disabledReason={isChanged ? undefined : t('shared.noChangesSentence')}
            onClick={() => editor.send({ type: 'draft.discard' })}
          />
        </div>
      )}
      {choice && <RouteMenu screen={screen} route={choice} busy={working} />}
      {choice && <StartButton screen={screen} run={run} route={choice} isUnsaved={isChanged} />}
      {editing && mayEdit && (
        <Button
          variant="primary"
          busy={saving}
          disabledReason={isChanged ? undefined : t('shared.noChangesSentence')}
          onClick={() => editor.send({ type: 'route.save' })}
        >
          {t('cruiseRoutes.save')}
        </Button>
      )}
    </div>
  );
}
