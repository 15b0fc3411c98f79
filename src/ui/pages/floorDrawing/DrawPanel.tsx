/** What is drawn as a list, and the numbers of the selected part. */
import { useSelector } from '@xstate/react';
import FlipHorizontal2 from 'lucide-react/icons/flip-horizontal-2';
import Image from 'lucide-react/icons/image';
import Trash2 from 'lucide-react/icons/trash-2';
import { WALL_KINDS, type DrawnRoom } from '../../../../contract/entities/floorDrawing.ts';
import { ROOM_KINDS } from '../../../../contract/entities/floorPlan.ts';
import { wallLength } from '../../../../contract/rules/drawFloor/faults.ts';
import type { Picked } from '../../../../contract/rules/drawFloor/hit.ts';
import { ROOM_NAME_MAX } from '../../../../contract/rules/drawFloor/limits.ts';
import {
  type FloorDrawingRef,
  selectDrawingFaults,
  selectDrawTool,
  selectIsTraceBusy,
} from '../../../machines/floorDrawing/floorDrawing.selectors.ts';
import type { DrawField } from '../../../machines/floorDrawing/floorDrawing.setup.ts';
import { numbersOf } from '../../../machines/floorDrawing/parts.ts';
import { numberText } from '../../../machines/typedNumber.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Field } from '../../kit/Field.tsx';
import { NumberInput } from '../../kit/NumberInput.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { FAULT_KEYS, metresOf, ROOM_KEYS, WALL_KEYS } from './drawTexts.ts';
import { useDrawing } from './useDrawing.ts';

const PANEL = 'flex min-h-0 flex-col gap-3 overflow-auto px-4 pt-3 pb-4 max-desk:overflow-visible';
const ROW =
  'flex h-8 w-full items-center justify-between gap-2 rounded-in px-2 text-13 hover:bg-hover aria-pressed:bg-brand-100 aria-pressed:text-selected-text max-desk:h-10';

export function DrawPanel({ screen }: { readonly screen: FloorDrawingRef }) {
  const t = useT();
  const { selected } = useDrawing(screen);
  const tool = useSelector(screen, selectDrawTool);
  return (
    <div className="card flex min-h-0 flex-col overflow-hidden max-desk:overflow-visible">
      <PartList screen={screen} />
      <div className="border-t border-line">
        {selected ? (
          <PartFields key={selected.kind === 'corner' ? 'corner' : selected.id} screen={screen} selected={selected} />
        ) : tool === 'wall' ? (
          <WallKindChoice screen={screen} />
        ) : (
          <p className="px-4 py-3 text-13 text-text-2">{t('floorDrawing.choose')}</p>
        )}
      </div>
      <TraceFields screen={screen} />
    </div>
  );
}

function WallKindChoice({ screen }: { readonly screen: FloorDrawingRef }) {
  const t = useT();
  const { wallKind } = useDrawing(screen);
  return (
    <div className={PANEL}>
      <p className="text-13">{t('floorDrawing.newWalls')}</p>
      <SegmentedControl
        size="s"
        label={t('floorDrawing.newWalls')}
        value={wallKind}
        options={WALL_KINDS.map((value) => ({ value, label: t(WALL_KEYS[value]) }))}
        onChange={(kind) => screen.send({ type: 'wallKind.choose', kind })}
      />
    </div>
  );
}

function PartList({ screen }: { readonly screen: FloorDrawingRef }) {
  const t = useT();
  const { drawing, selected } = useDrawing(screen);
  const { walls, doors, rooms } = drawing;
  const rows: { part: Picked & { id: string }; name: string; note: string }[] = [
    ...rooms.map(({ id, name, kind, w, h }, index) => ({
      part: { kind: 'room' as const, id },
      name: name || `${t(ROOM_KEYS[kind])} ${index + 1}`,
      note: t('shared.size', { width: metresOf(w), height: metresOf(h) }),
    })),
    ...doors.map(({ id, width }, index) => ({
      part: { kind: 'door' as const, id },
      name: t('floorDrawing.doorNumber', { number: index + 1 }),
      note: t('common.metres', { metres: metresOf(width) }),
    })),
    ...walls.map((wall, index) => ({
      part: { kind: 'wall' as const, id: wall.id },
      name: t('floorDrawing.wallNumber', { number: index + 1 }),
      note: t('common.metres', { metres: metresOf(wallLength(wall)) }),
    })),
  ];
  return (
    <>
      <h2 className="px-4 pt-3 pb-1 text-14 font-semibold">{t('floorDrawing.parts', { count: rows.length })}</h2>
      <ul
        className="min-h-0 flex-1 overflow-auto px-2 pb-2 max-desk:max-h-[220px]"
        aria-label={t('floorDrawing.parts', { count: rows.length })}
      >
        {rows.map(({ part, name, note }) => (
          <li key={`${part.kind} ${part.id}`}>
            <button
              type="button"
              className={ROW}
              aria-pressed={selected?.kind === part.kind && 'id' in selected && selected.id === part.id}
              onClick={() => screen.send({ type: 'part.select', part })}
            >
              <span className="truncate">{name}</span>
              <span className="whitespace-nowrap text-12 text-text-2">{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function PartFields({ screen, selected }: { readonly screen: FloorDrawingRef; readonly selected: Picked }) {
  const t = useT();
  const { drawing, typed } = useDrawing(screen);
  const faults = useSelector(screen, selectDrawingFaults);
  const numbers = numbersOf(drawing, selected);
  const field = (name: DrawField) => ({
    text: typed?.field === name ? typed.text : numberText(numbers[name] ?? null),
    unit: t('shared.metresUnit'),
    onNumber: (value: number | null): void => {
      if (value !== null) screen.send({ type: 'number.set', field: name, value });
    },
    onText: (text: string): void => screen.send({ type: 'field.type', field: name, text }),
  });
  const leave = (): void => screen.send({ type: 'field.leave' });
  const fault = selected.kind === 'corner' ? undefined : faults.find(({ id }) => id === selected.id);
  const wall = selected.kind === 'wall' ? drawing.walls.find(({ id }) => id === selected.id) : undefined;
  const room = selected.kind === 'room' ? drawing.rooms.find(({ id }) => id === selected.id) : undefined;
  return (
    <section className={PANEL} aria-label={t('floorDrawing.selected')} onBlur={leave}>
      {fault && (
        <p className="field-error" role="alert">
          {t(FAULT_KEYS[fault.kind])}
        </p>
      )}
      {selected.kind === 'corner' && (
        <div className="grid grid-cols-2 gap-2">
          <Field label={t('floorDrawing.cornerX')}>
            <NumberInput {...field('x')} />
          </Field>
          <Field label={t('floorDrawing.cornerY')}>
            <NumberInput {...field('y')} />
          </Field>
        </div>
      )}
      {wall && (
        <>
          <Field label={t('shared.length')}>
            <NumberInput {...field('length')} />
          </Field>
          <SegmentedControl
            size="s"
            label={t('floorDrawing.wallKindLabel')}
            value={wall.kind}
            options={WALL_KINDS.map((value) => ({ value, label: t(WALL_KEYS[value]) }))}
            onChange={(kind) => screen.send({ type: 'wall.change', kind })}
          />
        </>
      )}
      {selected.kind === 'door' && (
        <>
          <div className="grid grid-cols-2 items-end gap-2">
            <Field label={t('floorDrawing.width')}>
              <NumberInput {...field('width')} />
            </Field>
            <Field label={t('floorDrawing.at')}>
              <NumberInput {...field('at')} />
            </Field>
          </div>
          <Button size="s" icon={FlipHorizontal2} onClick={() => screen.send({ type: 'door.turn' })}>
            {t('floorDrawing.turnDoor')}
          </Button>
        </>
      )}
      {room && (
        <>
          <Field label={t('shared.name')} hint={fullText(t, room.name, ROOM_NAME_MAX)}>
            <TextInput
              value={room.name}
              maxLength={ROOM_NAME_MAX}
              onChange={(name) => screen.send({ type: 'room.change', change: { name } })}
            />
          </Field>
          <Field label={t('floorDrawing.roomKindLabel')}>
            <Select<DrawnRoom['kind']>
              value={room.kind}
              options={ROOM_KINDS.map((value) => ({ value, label: t(ROOM_KEYS[value]) }))}
              onChange={(kind) => screen.send({ type: 'room.change', change: { kind } })}
            />
          </Field>
        </>
      )}
      {selected.kind !== 'corner' && (
        <Button
          size="s"
          variant="danger"
          icon={Trash2}
          className="self-start"
          onClick={() => screen.send({ type: 'part.erase' })}
        >
          {t('floorDrawing.tool.erase')}
        </Button>
      )}
    </section>
  );
}

function TraceFields({ screen }: { readonly screen: FloorDrawingRef }) {
  const t = useT();
  const { floor } = useDrawing(screen);
  const busy = useSelector(screen, selectIsTraceBusy);
  return (
    <div className={classes('flex flex-col gap-2 border-t border-line px-4 py-3')}>
      <p className="text-12 text-text-2">
        {floor?.trace ? t('floorDrawing.trace.shown') : t('floorDrawing.trace.about')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="s" icon={Image} busy={busy} onClick={() => screen.send({ type: 'trace.open' })}>
          {floor?.trace ? t('floorDrawing.trace.replace') : t('floorDrawing.trace.open')}
        </Button>
        {floor?.trace && (
          <Button size="s" variant="ghost" busy={busy} onClick={() => screen.send({ type: 'trace.remove' })}>
            {t('floorDrawing.trace.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
