/** The chosen places in the order of the visits: reordered by dragging, by Alt and arrows, or by buttons. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { placesOf, withPlaceAt, type PlanForm } from '../../machines/disinfectionRecords/planForm.ts';
import { useRowDrag } from '../hooks/useRowDrag.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';

interface VisitOrderProps<Form extends PlanForm> {
  readonly form: Form;
  readonly nameOf: (id: string) => string;
  readonly onChange: (form: Form) => void;
}
const STEPS = { up: -1, down: 1 } as const;
type Control = keyof typeof STEPS;
const ICONS = { up: ArrowUp, down: ArrowDown };
const ENDS = {
  up: 'disinfectionRecords.start.order.first',
  down: 'disinfectionRecords.start.order.last',
} as const;
const LABELS = { up: 'shared.moveNameUp', down: 'shared.moveNameDown' } as const;

export function VisitOrder<Form extends PlanForm>({ form, nameOf, onChange }: VisitOrderProps<Form>) {
  const t = useT();
  const places = placesOf(form);
  const list = useRef<HTMLOListElement>(null);
  const title = useId();
  /** The row that is dragged, and the form before. */
  const [held, setHeld] = useState<{ id: string; before: Form } | null>(null);
  const toFocus = useRef<{ id: string; control: Control } | null>(null);
  const [said, setSaid] = useState('');
  const grab = useRowDrag<string>(list, {
    grab: (id) => setHeld({ id, before: form }),
    drag: (id, to) => onChange(withPlaceAt(form, id, to)),
    drop: () => setHeld(null),
    letGo: () => {
      if (held) onChange({ ...form, roomIds: held.before.roomIds, points: held.before.points });
      setHeld(null);
    },
  });
  // Once after a move by keyboard: React may have removed and inserted the row.
  useEffect(() => {
    const to = toFocus.current;
    toFocus.current = null;
    const row = to && list.current?.children[places.indexOf(to.id)];
    if (row) row.querySelector<HTMLElement>(`[data-move="${to.control}"]`)?.focus();
  });
  if (places.length < 2) return null;

  const move = (id: string, control: Control, focus: Control = control): void => {
    const to = places.indexOf(id) + STEPS[control];
    if (to < 0 || to >= places.length) return;
    toFocus.current = { id, control: focus };
    onChange(withPlaceAt(form, id, to));
    setSaid(t('disinfectionRecords.start.order.moved', { name: nameOf(id), number: to + 1, count: places.length }));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, id: string, focus: Control): void => {
    const control = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
    if (!control || !event.altKey) return;
    event.preventDefault();
    move(id, control, focus);
  };
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-13 font-medium" id={title}>
          {t('disinfectionRecords.start.order.title')}
        </span>
        <span className="text-12 text-text-2">{t('disinfectionRecords.start.order.hint')}</span>
      </div>
      <ol
        ref={list}
        aria-labelledby={title}
        className={classes('divide-y divide-line rounded border border-line', held && 'cursor-grabbing select-none')}
      >
        {places.map((id, at) => (
          <li
            key={id}
            data-stop={id}
            className={classes('flex items-center gap-2 pr-1', held?.id === id && 'bg-brand-50')}
          >
            <span
              className="inline-flex h-8 w-6 flex-none cursor-grab touch-none items-center justify-center text-n-300 hover:text-text-2 max-desk:h-11 max-desk:w-9"
              title={t('shared.moveName', { name: nameOf(id) })}
              aria-hidden="true"
              onPointerDown={(event) => grab(event, id)}
            >
              <Icon of={GripVertical} size={14} />
            </span>
            <span className="min-w-5 text-right text-12 text-text-2 tabular-nums">{at + 1}</span>
            <span className="min-w-0 flex-1 truncate text-13">{nameOf(id)}</span>
            {(['up', 'down'] as const).map((control) => (
              <IconButton
                key={control}
                size="s"
                icon={ICONS[control]}
                label={t(LABELS[control], { name: nameOf(id) })}
                disabledReason={at === (control === 'up' ? 0 : places.length - 1) ? t(ENDS[control]) : undefined}
                aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                data-move={control}
                onClick={() => move(id, control)}
                onKeyDown={(event) => onKeyDown(event, id, control)}
              />
            ))}
          </li>
        ))}
      </ol>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </div>
  );
}
