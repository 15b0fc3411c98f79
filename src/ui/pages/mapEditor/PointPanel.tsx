/** Settings of the selected point with errors at their fields; for several points, the actions for all of them. */
import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import Navigation from 'lucide-react/icons/navigation';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect } from 'react';
import { POINT_ATTRIBUTES, type PointAttribute } from '../../../../contract/entities/robotConstants.ts';
import type { EditedPoint } from '../../../../contract/entities/mapEdit.ts';
import { POINT_NAME_WEIGHT } from '../../../../contract/rules/mapLimits.ts';
import type { PointField } from '../../../../contract/rules/points.ts';
import { SPEECH_WEIGHT, textWeight } from '../../../../contract/rules/textWeight.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import type { DraftPoint, Edge } from '../../../machines/mapEditor/draft.ts';
import {
  type MapEditorRef,
  selectChosen,
  selectFaults,
  selectIsSending,
} from '../../../machines/mapEditor/mapEditor.selectors.ts';
import type { TypedPointNumber } from '../../../machines/mapEditor/mapEditor.setup.ts';
import { numberText } from '../../../machines/typedNumber.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { NumberInput } from '../../kit/NumberInput.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { displacedText } from '../../labels/displacedText.ts';
import { POINT_ATTRIBUTE_KEYS } from '../../labels/pointLocaleKeys.ts';
import { BayFields } from './BayFields.tsx';
import { faultText } from './editorTexts.ts';
import { EDGE_LABELS, FIELD_LABELS } from './editorLabels.ts';
import { useEditor } from './useEditor.ts';

const EDGES: readonly Edge[] = ['left', 'middleX', 'right', 'top', 'middleY', 'bottom'];
const PANEL = 'flex min-h-0 flex-1 flex-col gap-3 overflow-auto px-4 pt-3 pb-4 max-desk:overflow-visible';
const KINDS = POINT_ATTRIBUTES.filter((attribute) => attribute !== 'none');

export function PointPanel({ screen }: { readonly screen: MapEditorRef }) {
  const t = useT();
  const point = useSelector(screen, selectChosen);
  const { selection } = useEditor(screen);
  if (point) return <OnePoint key={point.areaId} screen={screen} point={point} />;
  if (selection.length === 0) return <p className="px-4 py-3 text-13 text-text-2">{t('mapEditor.choose')}</p>;
  return (
    <section className={PANEL} aria-label={t('mapEditor.many', { count: selection.length })}>
      <b>{t('mapEditor.many', { count: selection.length })}</b>
      <div className="grid grid-cols-[1fr_auto_1fr] gap-1.5" role="group" aria-label={t('mapEditor.align')}>
        {EDGES.map((edge) => (
          <Button
            key={edge}
            size="s"
            aria-label={`${t('mapEditor.align')}: ${t(EDGE_LABELS[edge])}`}
            onClick={() => screen.send({ type: 'points.align', edge })}
          >
            {t(EDGE_LABELS[edge])}
          </Button>
        ))}
      </div>
      <Acts screen={screen} label={t('mapEditor.deleteMany', { count: selection.length })} />
    </section>
  );
}

function Acts({ screen, label }: { readonly screen: MapEditorRef; readonly label: string }) {
  const t = useT();
  const { clipboard } = useEditor(screen);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="s" icon={Copy} onClick={() => screen.send({ type: 'points.copy' })}>
        {t('common.copy')}
      </Button>
      {clipboard.length > 0 && (
        <Button size="s" onClick={() => screen.send({ type: 'points.paste' })}>
          {t('mapEditor.paste')}
        </Button>
      )}
      <Button size="s" variant="danger" icon={Trash2} onClick={() => screen.send({ type: 'points.delete' })}>
        {label}
      </Button>
    </div>
  );
}

function OnePoint({ screen, point }: { readonly screen: MapEditorRef; readonly point: DraftPoint }) {
  const t = useT();
  const { areaId, name, attributes } = point;
  const { of } = useSelector(screen, selectFaults);
  const { points, elevators, entrances, map, serialNumber, isSiteUnused, typed } = useEditor(screen);
  useLeaveField(screen);
  const sending = useSelector(screen, selectIsSending);
  const found = useSelector(useFleet(), selectRobots).find((one) => one.serialNumber === serialNumber);
  const robot = found?.robotNickName || serialNumber;
  const displaced = found ? displacedText(t, 'goTo', found.live, robot) : null;
  const error = (field: PointField): string | undefined => {
    const found = of.get(areaId)?.find((fault) => fault.field === field);
    return found && faultText(t, found, points);
  };
  const change = (part: Partial<EditedPoint>, mark: string | null = null): void =>
    screen.send({ type: 'point.change', areaId, change: part, mark });
  const leave = (): void => screen.send({ type: 'field.leave' });
  const put = (x: number, y: number): void => screen.send({ type: 'point.place', areaId, x, y, mark: 'place' });
  const toggle = (attribute: PointAttribute, on: boolean): void =>
    change({ attributes: on ? [...attributes, attribute] : attributes.filter((one) => one !== attribute) });
  const setNumber: Readonly<Record<TypedPointNumber['field'], (value: number) => void>> = {
    worldX: (x) => put(x, point.worldY),
    worldY: (y) => put(point.worldX, y),
    angle: (angle) => change({ angle }, 'angle'),
    stayTime: (stayTime) => change({ stayTime }, 'stay'),
  };
  const numberField = (field: TypedPointNumber['field']) => ({
    text: typed?.areaId === areaId && typed.field === field ? typed.text : numberText(point[field]),
    onNumber: (value: number | null): void => {
      if (value !== null) setNumber[field](value);
    },
    onText: (text: string): void => screen.send({ type: 'field.type', areaId, field, text }),
  });
  const placed = error('place');
  return (
    <section className={PANEL} aria-label={t('mapEditor.panel', { name })} onBlur={leave}>
      <Field
        label={t('shared.name')}
        error={error('name')}
        hint={t('shared.usedOfMost', { used: textWeight(name.trim()), most: POINT_NAME_WEIGHT })}
      >
        <TextInput value={name} onChange={(text) => change({ name: text }, 'name')} />
      </Field>
      <div className="grid grid-cols-2 gap-2">
        <Field label={t('mapEditor.x')} error={placed}>
          <NumberInput {...numberField('worldX')} unit={t('shared.metresUnit')} />
        </Field>
        <Field label={t('mapEditor.y')}>
          <NumberInput {...numberField('worldY')} unit={t('shared.metresUnit')} />
        </Field>
        <Field label={t('mapEditor.angle')} error={error('angle')}>
          <NumberInput {...numberField('angle')} unit={t('shared.degree')} />
        </Field>
        <Field label={t('shared.waitingTime')} error={error('stayTime')}>
          <NumberInput {...numberField('stayTime')} unit={t('shared.secondsUnit')} />
        </Field>
      </div>
      <fieldset className="grid grid-cols-2 gap-x-2 gap-y-1.5 text-13 [&>.field-error]:col-span-full">
        <legend className="mb-1.5 text-13">{t('mapEditor.attributes')}</legend>
        {KINDS.map((attribute) => (
          <Checkbox
            key={attribute}
            label={t(POINT_ATTRIBUTE_KEYS[attribute])}
            checked={attributes.includes(attribute)}
            onChange={(on) => toggle(attribute, on)}
          />
        ))}
        {error('attributes') !== undefined && (
          <p className="field-error" role="alert">
            {error('attributes')}
          </p>
        )}
      </fieldset>
      {attributes.includes('charging') && (
        <BayFields point={point} error={error('chargeBase')} onChange={(chargeBase) => change({ chargeBase })} />
      )}
      {elevators.length > 0 && (
        <Field label={t('mapEditor.elevator')} error={error('elevatorId')}>
          <Select
            value={point.elevatorId ?? ''}
            options={[
              { value: '', label: t('shared.noneOption') },
              ...elevators.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            onChange={(id) => change({ elevatorId: id || null })}
          />
        </Field>
      )}
      {entrances.length > 0 && (
        <Field label={t('mapEditor.door')} error={error('doorId')}>
          <Select
            value={point.doorId ?? ''}
            options={[
              { value: '', label: t('shared.noneOption') },
              ...entrances
                .filter(({ mapId }) => mapId === map?.id)
                .map(({ id, name: label }) => ({ value: id, label })),
            ]}
            onChange={(id) => change({ doorId: id || null })}
          />
        </Field>
      )}
      {(['departWord', 'arrivedWord'] as const).map((field) => (
        <Field
          key={field}
          label={t(FIELD_LABELS[field])}
          error={error(field)}
          hint={t('shared.usedOfMost', { used: textWeight(point[field]), most: SPEECH_WEIGHT })}
        >
          <TextArea rows={2} value={point[field]} onChange={(text) => change({ [field]: text }, field)} />
        </Field>
      ))}
      {displaced && !isSiteUnused && <Problem title={displaced.title} text={displaced.text} />}
      {!isSiteUnused && (
        <Button
          size="s"
          icon={Navigation}
          busy={sending}
          onClick={() => screen.send({ type: 'robot.check', areaId, replaces: displaced?.kind })}
        >
          {t('mapEditor.check', { robot })}
        </Button>
      )}
      <Acts screen={screen} label={t('shared.deleteName', { name })} />
    </section>
  );
}

/** Browsers fire no blur event when the focused field is removed from the DOM. */
function useLeaveField(screen: MapEditorRef): void {
  useEffect(
    () => () => {
      const { status, context } = screen.getSnapshot();
      if (status === 'active' && context.typed !== null) screen.send({ type: 'field.leave' });
    },
    [screen],
  );
}
