/**
 * Ordered stops: reorder by dragging or keyboard, add by name, edit settings. Offers everything that the map offers.
 */
import { useSelector } from '@xstate/react';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ROUTE_NAME_WEIGHT } from '../../../../contract/rules/mapLimits.ts';
import { textWeight } from '../../../../contract/rules/textWeight.ts';
import { moving } from '../../../machines/cruiseRoutes/draft.ts';
import { selectIsSaving } from '../../../machines/factories/draftEditor.selectors.ts';
import {
  type RouteEditorRef,
  selectLegs,
  selectRoute,
  selectRouteFaults,
} from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { isToDo } from '../../../machines/cruiseRoutes/routeFaults.ts';
import { useRowDrag } from '../../hooks/useRowDrag.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { PointPicker } from './PointPicker.tsx';
import { FAULT_KEYS, nameOf } from './routeTexts.ts';
import { StopRow } from './StopRow.tsx';

const META = 'grid flex-none grid-cols-2 gap-x-2 gap-y-2.5 border-b border-line px-4 pb-3.5';

export function StopList({ editor }: { readonly editor: RouteEditorRef }) {
  const t = useT();
  const { draft, points, dragged, picking, insertAt, mayEdit, selected } = useSelector(editor, selectRoute);
  const legs = useSelector(editor, selectLegs);
  const saving = useSelector(editor, selectIsSaving);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const toFocus = useRef<number | null>(null);
  const grab = useRowDrag<number>(list, {
    grab: (key) => editor.send({ type: 'stop.grab', key }),
    drag: (_, to) => editor.send({ type: 'stop.drag', to }),
    drop: () => editor.send({ type: 'stop.drop' }),
    letGo: () => editor.send({ type: 'stop.letGo' }),
  });
  const shown = dragged ? moving(draft, dragged.key, dragged.to).stops : draft.stops;
  const faults = useSelector(editor, selectRouteFaults);
  /** Each existing stop except the first has a leg that leads to it. */
  const legTo = useMemo(() => {
    const there = new Set(points.map(({ areaId }) => areaId));
    const present = draft.stops.filter(({ areaId }) => there.has(areaId));
    return new Map(present.map(({ key }, at) => [key, at > 0 ? legs[at - 1] : undefined]));
  }, [draft.stops, points, legs]);

  // Once after a move by keyboard or a removal: React may have removed and inserted the element.
  useEffect(() => {
    const to = toFocus.current;
    toFocus.current = null;
    if (to !== null) list.current?.querySelector<HTMLElement>(`[data-stop="${to}"] [data-opens]`)?.focus();
  }, [draft.stops]);
  useEffect(() => {
    if (selected !== null)
      list.current?.querySelector(`[data-stop="${selected}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);

  const move = (key: number, by: number): void => {
    const at = draft.stops.findIndex((stop) => stop.key === key);
    const to = at + by;
    const stop = draft.stops[at];
    if (!stop || to < 0 || to >= draft.stops.length) return;
    toFocus.current = key;
    editor.send({ type: 'stop.move', key, by });
    setSaid(t('cruiseRoutes.stop.moved', { name: nameOf(t, points, stop), number: to + 1, count: draft.stops.length }));
  };
  const remove = (key: number): void => {
    const at = draft.stops.findIndex((stop) => stop.key === key);
    const stop = draft.stops[at];
    if (!stop) return;
    toFocus.current = draft.stops[at + 1]?.key ?? draft.stops[at - 1]?.key ?? null;
    editor.send({ type: 'stop.remove', key });
    setSaid(t('cruiseRoutes.stop.removed', { name: nameOf(t, points, stop) }));
  };
  return (
    <section
      className="card flex min-h-0 flex-1 flex-col overflow-hidden max-desk:flex-none max-desk:overflow-visible"
      aria-label={t('cruiseRoutes.list')}
      aria-busy={saving || undefined}
    >
      <div className="card-head">
        <h2>{t('cruiseRoutes.stops', { count: draft.stops.length })}</h2>
        {mayEdit && draft.stops.length > 1 && (
          <span className="card-note truncate max-wide:hidden">{t('cruiseRoutes.reorderHint')}</span>
        )}
        <span className="top-gap" />
        {mayEdit && (
          <Button
            size="s"
            variant="ghost"
            icon={Plus}
            aria-expanded={picking}
            onClick={() => editor.send({ type: picking ? 'points.close' : 'points.open' })}
          >
            {t('shared.add')}
          </Button>
        )}
      </div>
      {mayEdit ? <HeadFields editor={editor} /> : <HeadFacts editor={editor} />}
      {picking && <PointPicker editor={editor} />}
      <div className="min-h-0 flex-1 overflow-auto px-2 py-1.5 max-desk:overflow-visible">
        {draft.stops.length === 0 && (
          <StatePanel
            state="empty"
            art="security"
            title={t('cruiseRoutes.noStops.title')}
            text={t(mayEdit ? 'cruiseRoutes.noStops.text' : 'cruiseRoutes.noStops.look')}
          />
        )}
        <ol
          ref={list}
          className="group/stops data-dragging:cursor-grabbing data-dragging:select-none"
          aria-label={t('cruiseRoutes.list')}
          data-dragging={dragged !== null || undefined}
        >
          {shown.map((stop, at) => (
            <StopRow
              key={stop.key}
              editor={editor}
              stop={stop}
              at={at}
              count={shown.length}
              leg={dragged ? undefined : legTo.get(stop.key)}
              insertsHere={mayEdit && insertAt === at && !dragged}
              faults={dragged ? [] : faults.filter((fault) => fault.stop === at)}
              held={dragged?.key === stop.key}
              onGrab={grab}
              onMove={move}
              onRemove={remove}
            />
          ))}
        </ol>
      </div>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </section>
  );
}

function HeadFields({ editor }: { readonly editor: RouteEditorRef }) {
  const t = useT();
  const { draft, tried } = useSelector(editor, selectRoute);
  const faults = useSelector(editor, selectRouteFaults);
  const error = (field: 'pathName' | 'startSpeech' | 'endSpeech'): string | undefined => {
    const fault = faults.find((one) => one.stop === null && one.field === field && (tried || !isToDo(one)));
    return fault && t(FAULT_KEYS[fault.error]);
  };
  const leave = (): void => editor.send({ type: 'field.leave' });
  return (
    <div className={META} onBlur={leave}>
      <Field
        label={t('shared.name')}
        className="col-span-full"
        error={error('pathName')}
        hint={
          textWeight(draft.pathName.trim()) > ROUTE_NAME_WEIGHT / 2
            ? t('shared.usedOfMost', { used: textWeight(draft.pathName.trim()), most: ROUTE_NAME_WEIGHT })
            : undefined
        }
      >
        <TextInput
          value={draft.pathName}
          onChange={(pathName) => editor.send({ type: 'route.rename', change: { pathName } })}
        />
      </Field>
      <Field label={t('cruiseRoutes.startSpeech')} error={error('startSpeech')}>
        <TextInput
          value={draft.startSpeech}
          placeholder={t('cruiseRoutes.nothing')}
          onChange={(startSpeech) => editor.send({ type: 'route.rename', change: { startSpeech } })}
        />
      </Field>
      <Field label={t('cruiseRoutes.endSpeech')} error={error('endSpeech')}>
        <TextInput
          value={draft.endSpeech}
          placeholder={t('cruiseRoutes.nothing')}
          onChange={(endSpeech) => editor.send({ type: 'route.rename', change: { endSpeech } })}
        />
      </Field>
    </div>
  );
}

function HeadFacts({ editor }: { readonly editor: RouteEditorRef }) {
  const t = useT();
  const {
    draft: { startSpeech, endSpeech },
  } = useSelector(editor, selectRoute);
  return (
    <dl className={META}>
      <div>
        <dt className="text-12 text-text-2">{t('cruiseRoutes.startSpeech')}</dt>
        <dd className="text-13 wrap-anywhere">{startSpeech || t('cruiseRoutes.nothing')}</dd>
      </div>
      <div>
        <dt className="text-12 text-text-2">{t('cruiseRoutes.endSpeech')}</dt>
        <dd className="text-13 wrap-anywhere">{endSpeech || t('cruiseRoutes.nothing')}</dd>
      </div>
    </dl>
  );
}
