/** Map editor: the map with its tools, an equivalent point list, the settings of a point, and the draft bar. */
import { useSelector } from '@xstate/react';
import History from 'lucide-react/icons/history';
import MapIcon from 'lucide-react/icons/map';
import { useRef, type KeyboardEvent } from 'react';
import { isTextEntry } from '../../kit/isTextEntry.ts';
import { selectQuestion } from '../../../machines/factories/draftEditor.selectors.ts';
import { type MapEditorRef, selectDraftStage, selectStage } from '../../../machines/mapEditor/mapEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Question } from '../../shell/Question.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DraftBar } from './DraftBar.tsx';
import { editorKey } from './editorKeys.ts';
import { versionText } from './editorTexts.ts';
import { MapBoard, type BoardHandle } from './MapBoard.tsx';
import { PointList } from './PointList.tsx';
import { PointPanel } from './PointPanel.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';
import { useEditor } from './useEditor.ts';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';

export function MapEditorPage({ screen }: { readonly screen: MapEditorRef }) {
  const t = useT();
  const stage = useSelector(screen, selectStage);
  const { map, floors, points, base, failure, kept } = useEditor(screen);
  const draftStage = useSelector(screen, selectDraftStage);
  const question = useSelector(screen, selectQuestion);
  const version = versionText(t, base.revision);
  const shown = stage === 'editing' || stage === 'offering';
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col gap-3 max-desk:h-auto max-desk:min-h-auto max-desk:flex-none">
      <div className="page-head flex-wrap">
        <div className="page-title">
          <h1 className="wrap-anywhere">{map ? t('mapEditor.title', { map: map.name }) : t('routes.mapEdit')}</h1>
          {map && shown && (
            <p>
              {points.length === 0
                ? t('mapEditor.factsEmpty', { version })
                : t('mapEditor.facts', { count: points.length, version })}
            </p>
          )}
        </div>
        {map && shown && floors.length > 1 && (
          <SegmentedControl
            size="s"
            label={t('common.floors')}
            value={map.id}
            options={floors.map(({ id, floor }) => ({ value: id, label: floor }))}
            onChange={(mapId) => screen.send({ type: 'map.choose', mapId })}
          />
        )}
        {stage === 'editing' && draftStage === 'draft' && (
          <Button icon={History} onClick={() => screen.send({ type: 'versions.open' })}>
            {t('mapEditor.versions.open')}
          </Button>
        )}
      </div>
      {stage === 'loading' && (
        <div className="card">
          <SkeletonBlocks shape="rows" count={6} label={t('mapEditor.loading')} />
        </div>
      )}
      {stage === 'none' && (
        <div className="card">
          <StatePanel state="empty" icon={MapIcon} title={t('mapEditor.none.title')} text={t('mapEditor.none.text')} />
        </div>
      )}
      {stage === 'forbidden' && (
        <div className="card">
          <StatePanel state="forbidden" title={t('mapEditor.forbidden.title')} text={t('mapEditor.forbidden.text')} />
        </div>
      )}
      {stage === 'failed' && (
        <div className="card">
          <StatePanel state="failed" title={t('mapEditor.failed')} text={failure ? t.failure(failure) : undefined}>
            <Button size="s" onClick={() => screen.send({ type: 'map.retry' })}>
              {t('common.retry')}
            </Button>
          </StatePanel>
        </div>
      )}
      {stage === 'editing' && map && <Desk key={map.id} screen={screen} />}
      {stage === 'editing' && <DraftBar screen={screen} />}
      {stage === 'offering' && question && <Question question={question} cancelLabel={t('common.cancel')} />}
      {stage === 'offering' && kept && !question && (
        <ConfirmDialog
          open
          title={t('mapEditor.offer.title')}
          text={t('mapEditor.offer.text', { count: kept.changes.length, at: timeStamp(kept.at, ownZone()) })}
          confirmLabel={t('shared.continueEditing')}
          cancelLabel={t('shared.discardDraft')}
          preferConfirm
          onConfirm={() => screen.send({ type: 'draft.take' })}
          onCancel={() => screen.send({ type: 'draft.drop' })}
        />
      )}
    </div>
  );
}

function Desk({ screen }: { readonly screen: MapEditorRef }) {
  const t = useT();
  const draftStage = useSelector(screen, selectDraftStage);
  const question = useSelector(screen, selectQuestion);
  const board = useRef<BoardHandle>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Ignore keys pressed in a dialog over the page or in a text field.
    if (
      !(event.target instanceof Element) ||
      !event.currentTarget.contains(event.target) ||
      isTextEntry(event.target) ||
      event.defaultPrevented
    )
      return;
    const wish = editorKey(event, event.target.closest('.map') !== null);
    if (!wish) return;
    event.preventDefault();
    screen.send(wish);
  };
  return (
    <div
      className="grid min-h-[420px] flex-1 grid-cols-[minmax(0,1fr)_308px] gap-3 max-desk:flex-none max-desk:grid-cols-[minmax(0,1fr)]"
      onKeyDown={onKeyDown}
    >
      <MapBoard ref={board} screen={screen} />
      {draftStage === 'draft' && (
        <div className="card flex min-h-0 flex-col overflow-hidden max-desk:-order-1 max-desk:overflow-visible">
          <PointList
            screen={screen}
            onAdd={() =>
              screen.send({
                type: 'point.add',
                at: board.current?.middle() ?? [0, 0],
                name: t('shared.point'),
                angle: 0,
              })
            }
            onShow={(at) => board.current?.show(at)}
          />
          <PointPanel screen={screen} />
        </div>
      )}
      {draftStage === 'review' && <SaveDialog screen={screen} />}
      {draftStage === 'conflict' && <ConflictDialog screen={screen} />}
      {draftStage === 'versions' && <VersionsDialog screen={screen} />}
      {question && <Question question={question} cancelLabel={t('common.cancel')} />}
    </div>
  );
}
