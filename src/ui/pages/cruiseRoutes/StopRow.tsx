/** One stop: number, point, distance from the previous stop and, when open, its settings. */
import { useSelector } from '@xstate/react';
import GripVertical from 'lucide-react/icons/grip-vertical';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { RouteFault } from '../../../../contract/rules/cruise.ts';
import type { RouteLeg } from '../../../../contract/rules/planPath/routePlan.ts';
import { type RouteEditorRef, selectRoute } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import type { DraftStop } from '../../../machines/cruiseRoutes/draft.ts';
import { useT } from '../../hooks/useT.ts';
import { PointIcon } from '../../icons/PointIcon.tsx';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { FAULT_WORDS, nameOf } from './routeTexts.ts';
import { StopDetails } from './StopDetails.tsx';

export interface StopRowProps {
  readonly editor: RouteEditorRef;
  readonly stop: DraftStop;
  /** Index, from 0. */
  readonly at: number;
  readonly count: number;
  /** Leg to this stop; undefined for the first stop and while it is being planned. */
  readonly leg: RouteLeg | undefined;
  readonly insertsHere: boolean;
  readonly faults: readonly RouteFault[];
  readonly held: boolean;
  readonly onGrab: (event: PointerEvent<HTMLElement>, key: number) => void;
  readonly onMove: (key: number, by: number) => void;
  readonly onRemove: (key: number) => void;
}

export function StopRow({
  editor,
  stop,
  at,
  count,
  leg,
  insertsHere,
  faults,
  held,
  onGrab,
  onMove,
  onRemove,
}: StopRowProps) {
  const t = useT();
  const { points, selected, mayEdit } = useSelector(editor, selectRoute);
  const { key, areaId, stayTime, speech, angle } = stop;
  const point = points.find((one) => one.areaId === areaId);
  const name = nameOf(t, points, stop);
  const open = selected === key;
  const facts = [
    stayTime > 0 ? t('cruiseRoutes.stop.seconds', { seconds: stayTime }) : t('cruiseRoutes.stop.passing'),
    ...(speech || point?.arrivedWord ? [t('cruiseRoutes.stop.speaks')] : []),
    ...(angle === null ? [] : [t('cruiseRoutes.stop.faces', { angle })]),
  ].join(', ');
  const way =
    at === 0
      ? t('cruiseRoutes.start')
      : leg
        ? t(leg.isStraight ? 'cruiseRoutes.about_metres' : 'cruiseRoutes.metres', { metres: Math.round(leg.metres) })
        : '';
  const attribute = point?.attributes[0] ?? 'none';
  const here = faults.find(({ field }) => field === 'areaId');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step !== 0 && event.altKey && mayEdit) {
      event.preventDefault();
      onMove(key, step);
    } else if (step !== 0 && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const rows = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('.cruise-stop-open') ?? [])];
      event.preventDefault();
      rows[at + step]?.focus();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && mayEdit) {
      event.preventDefault();
      onRemove(key);
    }
  };
  return (
    <>
      {insertsHere && (
        <li className="cruise-stop-next">
          <span>{t('cruiseRoutes.next')}</span>
          <Button size="s" variant="ghost" onClick={() => editor.send({ type: 'stop.insert', at: null })}>
            {t('cruiseRoutes.nextEnd')}
          </Button>
        </li>
      )}
      <li
        className="cruise-stop"
        data-stop={key}
        data-on={open || undefined}
        data-held={held || undefined}
        data-faulty={faults.length > 0 || undefined}
      >
        <div className="cruise-stop-row">
          {mayEdit && (
            // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- pointer only: the row has the
            // keyboard controls
            <span
              className="cruise-stop-grip"
              title={t('cruiseRoutes.stop.move', { name })}
              aria-hidden="true"
              onPointerDown={(event) => onGrab(event, key)}
            >
              <Icon of={GripVertical} size={14} />
            </span>
          )}
          <button
            type="button"
            className="cruise-stop-open"
            aria-expanded={open}
            aria-keyshortcuts={mayEdit ? 'Alt+ArrowUp Alt+ArrowDown Delete' : undefined}
            onClick={() => editor.send({ type: 'stop.select', key: open ? null : key })}
            onKeyDown={onKeyDown}
          >
            <i className="cruise-stop-number">{at + 1}</i>
            <span className="cruise-stop-words">
              <b>{name}</b>
              <span>
                {facts}
                {attribute !== 'none' && <PointIcon attribute={attribute} size={13} />}
              </span>
            </span>
            <em>{way}</em>
          </button>
        </div>
        {here && (
          <p className="cruise-stop-fault" role="alert">
            <Icon of={TriangleAlert} size={14} />
            {t(FAULT_WORDS[here.error])}
          </p>
        )}
        {open && (
          <StopDetails
            editor={editor}
            stop={stop}
            at={at}
            count={count}
            faults={faults}
            onMove={onMove}
            onRemove={onRemove}
          />
        )}
      </li>
    </>
  );
}
