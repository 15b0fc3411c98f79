/** Draws a floor: the board with its tools, what is drawn as a list with numbers, and the draft's bar. */
import { useSelector } from '@xstate/react';
import MapIcon from 'lucide-react/icons/map';
import { useRef, type KeyboardEvent } from 'react';
import { Link } from 'wouter';
import { maps } from '../../../../contract/pages/maps.ts';
import {
  type FloorDrawingRef,
  selectFloorStage,
  selectIsConflict,
  selectTraceImport,
} from '../../../machines/floorDrawing/floorDrawing.selectors.ts';
import { selectQuestion } from '../../../machines/factories/draftEditor.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { isTextEntry } from '../../kit/isTextEntry.ts';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Question } from '../../shell/Question.tsx';
import { ownZone, timeStamp } from '../../shell/siteTime.ts';
import { DrawBar } from './DrawBar.tsx';
import { DrawBoard, type DrawBoardHandle } from './DrawBoard.tsx';
import { drawKey } from './drawKeys.ts';
import { DrawPanel } from './DrawPanel.tsx';
import { metresOf } from './drawTexts.ts';
import { TraceDialog } from './TraceDialog.tsx';
import { useDrawing } from './useDrawing.ts';

export function FloorDrawingPage({ screen }: { readonly screen: FloorDrawingRef }) {
  const t = useT();
  const stage = useSelector(screen, selectFloorStage);
  const question = useSelector(screen, selectQuestion);
  const { floor, failure, kept } = useDrawing(screen);
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col gap-3 max-desk:h-auto max-desk:min-h-auto max-desk:flex-none">
      <div className="page-head flex-wrap">
        <div className="page-title">
          <h1 className="wrap-anywhere">
            {floor ? t('floorDrawing.title', { name: floor.name }) : t('routes.floorDrawing')}
          </h1>
          {floor && (
            <p>
              {t('shared.floorFacts', {
                site: floor.siteName,
                floor: floor.floor,
                width: metresOf(floor.width),
                height: metresOf(floor.height),
              })}
            </p>
          )}
        </div>
        <Link className="text-link text-13" href={maps.path}>
          {t('floorDrawing.toMaps')}
        </Link>
      </div>
      {stage === 'loading' && (
        <div className="card">
          <SkeletonBlocks shape="rows" count={6} label={t('floorDrawing.loading')} />
        </div>
      )}
      {stage === 'none' && (
        <div className="card">
          <StatePanel
            state="empty"
            icon={MapIcon}
            title={t('floorDrawing.none.title')}
            text={t('floorDrawing.none.text')}
          />
        </div>
      )}
      {stage === 'failed' && (
        <div className="card">
          <StatePanel state="failed" title={t('floorDrawing.failed')} text={failure ? t.failure(failure) : undefined}>
            <Button size="s" onClick={() => screen.send({ type: 'floor.retry' })}>
              {t('common.retry')}
            </Button>
          </StatePanel>
        </div>
      )}
      {stage === 'editing' && floor && <Desk key={floor.id} screen={screen} />}
      {stage === 'editing' && <DrawBar screen={screen} />}
      {stage === 'offering' && question && <Question question={question} />}
      {stage === 'offering' && kept && !question && (
        <ConfirmDialog
          open
          title={t('floorDrawing.offer.title')}
          text={t('floorDrawing.offer.text', { at: timeStamp(kept.at, ownZone()) })}
          confirmLabel={t('floorDrawing.offer.take')}
          cancelLabel={t('shared.discardDraft')}
          preferConfirm
          onConfirm={() => screen.send({ type: 'draft.take' })}
          onCancel={() => screen.send({ type: 'draft.drop' })}
        />
      )}
    </div>
  );
}

function Desk({ screen }: { readonly screen: FloorDrawingRef }) {
  const question = useSelector(screen, selectQuestion);
  const tracing = useSelector(screen, selectTraceImport);
  const isConflict = useSelector(screen, selectIsConflict);
  const board = useRef<DrawBoardHandle>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Ignore keys pressed in a dialog over the page or in a text field.
    if (
      !(event.target instanceof Element) ||
      !event.currentTarget.contains(event.target) ||
      isTextEntry(event.target) ||
      event.defaultPrevented
    )
      return;
    const wish = drawKey(event, {
      onFloor: event.target.closest('.map') !== null && event.target.closest('button') === null,
      isLine: screen.getSnapshot().context.gesture?.kind === 'line',
      middle: board.current?.middle() ?? [0, 0],
    });
    if (!wish) return;
    event.preventDefault();
    screen.send(wish);
  };
  return (
    <div
      className="grid min-h-[420px] flex-1 grid-cols-[minmax(0,1fr)_308px] gap-3 max-desk:flex-none max-desk:grid-cols-[minmax(0,1fr)]"
      onKeyDown={onKeyDown}
    >
      <DrawBoard ref={board} screen={screen} />
      <DrawPanel screen={screen} />
      {tracing && <TraceDialog part={tracing} />}
      {isConflict && <ConflictDialog screen={screen} />}
      {question && <Question question={question} />}
    </div>
  );
}

/** Another person saved the same floor: one of the two drafts stays. */
function ConflictDialog({ screen }: { readonly screen: FloorDrawingRef }) {
  const t = useT();
  const { theirs, drawing } = useDrawing(screen);
  const close = (): void => screen.send({ type: 'conflict.later' });
  if (!theirs) return null;
  const sizeOf = ({ walls, doors, rooms }: typeof drawing): string =>
    t('floorDrawing.conflict.size', { walls: walls.length, doors: doors.length, rooms: rooms.length });
  return (
    <Dialog
      open
      onClose={close}
      closeLabel={t('common.close')}
      title={t('floorDrawing.conflict.title')}
      foot={
        <>
          <Button onClick={close}>{t('floorDrawing.conflict.close')}</Button>
          <Button onClick={() => screen.send({ type: 'conflict.theirs' })}>{t('floorDrawing.conflict.theirs')}</Button>
          <Button variant="primary" onClick={() => screen.send({ type: 'conflict.mine' })}>
            {t('shared.keepMine')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-13">
        <p>
          {t('floorDrawing.conflict.text', {
            name: theirs.savedBy || t('floorDrawing.conflict.someone'),
            at: timeStamp(theirs.savedAt, ownZone()),
          })}
        </p>
        <p>
          <b>{t('floorDrawing.conflict.mineIs')}</b> {sizeOf(drawing)}
        </p>
        <p>
          <b>{t('floorDrawing.conflict.theirsIs')}</b> {sizeOf(theirs.drawing)}
        </p>
      </div>
    </Dialog>
  );
}
