/** Settings of a stop with errors at their fields, and its actions, also usable by touch. */
import { useSelector } from '@xstate/react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ListPlus from 'lucide-react/icons/list-plus';
import MapPin from 'lucide-react/icons/map-pin';
import Repeat from 'lucide-react/icons/repeat';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect } from 'react';
import type { RouteFault } from '../../../../contract/rules/cruise.ts';
import { type RouteEditorRef, selectRoute } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { numberText } from '../../../machines/typedNumber.ts';
import { type DraftStop, takesPhoto } from '../../../machines/cruiseRoutes/draft.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { NumberInput } from '../../kit/NumberInput.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { FAULT_KEYS, nameOf } from './routeTexts.ts';

interface StopDetailsProps {
  readonly editor: RouteEditorRef;
  readonly stop: DraftStop;
  readonly at: number;
  readonly count: number;
  readonly faults: readonly RouteFault[];
  readonly onMove: (key: number, by: number) => void;
  readonly onRemove: (key: number) => void;
}

export function StopDetails({ editor, stop, at, count, faults, onMove, onRemove }: StopDetailsProps) {
  const t = useT();
  const { key, areaId, stayTime, speech, angle } = stop;
  const { points, mayEdit, takesPhotos, draft, typed } = useSelector(editor, selectRoute);
  useLeaveField(editor);
  const point = points.find((one) => one.areaId === areaId);
  const said = speech || point?.arrivedWord;
  const error = (field: keyof DraftStop): string | undefined => {
    const fault = faults.find((one) => one.field === field);
    return fault && t(FAULT_KEYS[fault.error]);
  };
  if (!mayEdit) return said ? <blockquote className="px-3 pb-2.5 pl-9 text-13 text-text-2">{said}</blockquote> : null;
  const change = (part: Partial<Pick<DraftStop, 'stayTime' | 'speech' | 'angle' | 'takePhoto'>>): void =>
    editor.send({ type: 'stop.change', key, change: part });
  const textOf = (field: 'stayTime' | 'angle', value: number | null) => ({
    text: typed?.key === key && typed.field === field ? typed.text : numberText(value),
    onText: (text: string): void => editor.send({ type: 'field.type', key, field, text }),
  });
  return (
    <div
      className="grid grid-cols-2 gap-2 pr-3 pb-3 pl-15 max-desk:pl-5"
      role="group"
      aria-label={t('cruiseRoutes.stop.details', { number: at + 1, name: nameOf(t, points, { areaId }) })}
      onBlur={() => editor.send({ type: 'field.leave' })}
    >
      <Field label={t('shared.waitingTime')} error={error('stayTime')}>
        <NumberInput
          size="s"
          {...textOf('stayTime', stayTime)}
          unit={t('shared.secondsUnit')}
          placeholder={point ? String(point.stayTime) : ''}
          onNumber={(seconds) => change({ stayTime: seconds ?? point?.stayTime ?? 0 })}
        />
      </Field>
      <Field label={t('shared.direction')} error={error('angle')}>
        <NumberInput
          size="s"
          {...textOf('angle', angle)}
          unit={t('shared.degree')}
          placeholder={t('cruiseRoutes.stop.asPoint')}
          onNumber={(degrees) => change({ angle: degrees })}
        />
      </Field>
      <Field label={t('cruiseRoutes.stop.speech')} className="col-span-full" error={error('speech')}>
        <TextInput
          size="s"
          value={speech}
          placeholder={point?.arrivedWord || t('cruiseRoutes.nothing')}
          onChange={(text) => change({ speech: text })}
        />
      </Field>
      <div className="col-span-full text-13">
        <Checkbox
          label={t('cruiseRoutes.stop.takePhoto')}
          checked={takesPhoto(stop)}
          disabledReason={takesPhotos || takesPhoto(stop) ? undefined : t('cruiseRoutes.stop.noPhotos')}
          onChange={(takePhoto) => change({ takePhoto })}
        />
        {!takesPhotos && <p className="text-12 text-text-2">{t('cruiseRoutes.stop.noPhotos')}</p>}
      </div>
      <div className="col-span-full flex items-center gap-0.5 max-desk:flex-wrap max-desk:[&>.btn]:order-last max-desk:[&>.btn]:h-11 max-desk:[&>.btn]:w-full max-desk:[&>.icon-btn]:size-11">
        <IconButton
          size="s"
          icon={ArrowUp}
          label={t('cruiseRoutes.stop.up')}
          disabledReason={at === 0 ? t('cruiseRoutes.stop.first') : undefined}
          onClick={() => onMove(key, -1)}
        />
        <IconButton
          size="s"
          icon={ArrowDown}
          label={t('cruiseRoutes.stop.down')}
          disabledReason={at === count - 1 ? t('cruiseRoutes.stop.last') : undefined}
          onClick={() => onMove(key, 1)}
        />
        <IconButton
          size="s"
          icon={ListPlus}
          label={t('cruiseRoutes.stop.insert')}
          onClick={() => editor.send({ type: 'stop.insert', at: at + 1 })}
        />
        <IconButton
          size="s"
          icon={Repeat}
          label={t('cruiseRoutes.stop.again')}
          disabledReason={draft.stops.at(-1)?.areaId === areaId ? t('cruiseRoutes.stop.last') : undefined}
          onClick={() => editor.send({ type: 'point.pick', areaId })}
        />
        <span className="top-gap" />
        <Button size="s" icon={MapPin} onClick={() => editor.send({ type: 'stop.replace', key })}>
          {t('cruiseRoutes.stop.replace')}
        </Button>
        <IconButton size="s" icon={Trash2} label={t('shared.remove')} onClick={() => onRemove(key)} />
      </div>
    </div>
  );
}

/** Browsers fire no blur event when the focused field is removed from the DOM. */
function useLeaveField(editor: RouteEditorRef): void {
  useEffect(
    () => () => {
      const { status, context } = editor.getSnapshot();
      if (status === 'active' && context.typed !== null) editor.send({ type: 'field.leave' });
    },
    [editor],
  );
}
