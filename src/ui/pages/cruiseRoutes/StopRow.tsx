/** One stop: number, point, distance from the previous stop and, when open, its settings. */
import { useSelector } from '@xstate/react';
import GripVertical from 'lucide-react/icons/grip-vertical';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { RouteFault } from '../../../../contract/rules/cruise.ts';
import type { RouteLeg } from '../../../../contract/rules/planPath/routePlan.ts';
import { type RouteEditorRef, selectRoute } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { type DraftStop, takesPhoto } from '../../../machines/cruiseRoutes/draft.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { PointAttributeIcon } from './PointAttributeIcon.tsx';
import { FAULT_KEYS, nameOf } from './routeTexts.ts';
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

/** The line to the next stop runs behind the numbers. */
const STOP =
  'relative rounded after:pointer-events-none after:absolute after:top-[34px] after:-bottom-3 after:w-0.5 after:bg-(--map-route) after:opacity-55 last:after:hidden group-data-dragging/stops:after:opacity-0';
const OPEN = 'bg-brand-50 shadow-[inset_0_0_0_1px_var(--brand-300)]';
const HELD = 'z-2 bg-surface shadow-float';
const NUMBER =
  'z-1 h-[22px] min-w-[22px] justify-self-center rounded-full px-1 text-center text-11 leading-[22px] font-semibold not-italic';
const NUMBER_LOOK = {
  plain: 'bg-heading text-surface shadow-[0_0_0_3px_var(--surface)]',
  open: 'bg-fill text-on-fill shadow-[0_0_0_3px_var(--brand-50)]',
  faulty: 'bg-st-alarm-soft text-st-alarm-text shadow-[inset_0_0_0_1px_var(--st-alarm-text),0_0_0_3px_var(--surface)]',
} as const;

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
    ...(takesPhoto(stop) ? [t('cruiseRoutes.stop.photo')] : []),
    ...(angle === null ? [] : [t('cruiseRoutes.stop.faces', { angle })]),
  ].join(', ');
  const way =
    at === 0
      ? t('cruiseRoutes.start')
      : leg
        ? t(leg.isStraight ? 'cruiseRoutes.about_metres' : 'common.metres', { metres: Math.round(leg.metres) })
        : '';
  const attribute = point?.attributes[0] ?? 'none';
  const here = faults.find(({ field }) => field === 'areaId');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step !== 0 && event.altKey && mayEdit) {
      event.preventDefault();
      onMove(key, step);
    } else if (step !== 0 && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const rows = [...(event.currentTarget.closest('ol')?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])];
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
        <li className="my-0.5 flex items-center justify-between gap-2 rounded border border-dashed border-mark py-0.5 pr-2 pl-3 text-12 text-link">
          <span>{t('cruiseRoutes.next')}</span>
          <Button size="s" variant="ghost" onClick={() => editor.send({ type: 'stop.insert', at: null })}>
            {t('cruiseRoutes.nextEnd')}
          </Button>
        </li>
      )}
      <li
        className={classes(
          STOP,
          mayEdit ? 'after:left-[38px] max-desk:after:left-[50px]' : 'after:left-[14px]',
          open && 'max-desk:after:hidden',
          held ? HELD : open && OPEN,
        )}
        data-stop={key}
      >
        <div className="flex items-center">
          {mayEdit && (
            <span
              className="inline-flex h-[46px] w-6 flex-none cursor-grab touch-none items-center justify-center text-n-300 hover:text-text-2 max-desk:w-9"
              title={t('shared.moveName', { name })}
              aria-hidden="true"
              onPointerDown={(event) => onGrab(event, key)}
            >
              <Icon of={GripVertical} size={14} />
            </span>
          )}
          <button
            type="button"
            className={classes(
              'relative grid min-h-[46px] min-w-0 flex-1 grid-cols-[26px_minmax(0,1fr)_auto] items-center gap-2 rounded py-1 pr-2 pl-0.5 text-left text-text focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]',
              !open && 'hover:bg-hover',
            )}
            data-opens
            aria-expanded={open}
            aria-keyshortcuts={mayEdit ? 'Alt+ArrowUp Alt+ArrowDown Delete' : undefined}
            onClick={() => editor.send({ type: 'stop.select', key: open ? null : key })}
            onKeyDown={onKeyDown}
          >
            <i className={classes(NUMBER, NUMBER_LOOK[faults.length > 0 ? 'faulty' : open ? 'open' : 'plain'])}>
              {at + 1}
            </i>
            <span className="min-w-0">
              <b className={classes('block truncate text-13', open ? 'font-semibold' : 'font-medium')}>{name}</b>
              <span className="flex items-center gap-2 text-12 text-text-2">
                {facts}
                {attribute !== 'none' && <PointAttributeIcon attribute={attribute} size={13} />}
              </span>
            </span>
            <em className="text-12 whitespace-nowrap text-text-2 not-italic">{way}</em>
          </button>
        </div>
        {here && (
          <p className="flex items-start gap-1.5 pr-3 pb-2 pl-15 text-12 text-st-alarm-text max-desk:pl-5" role="alert">
            <Icon of={TriangleAlert} size={14} />
            {t(FAULT_KEYS[here.error])}
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
