/** Preview of an import: size and origin, scale marks for a plain picture, names. */
import { useSelector } from '@xstate/react';
import { FLOOR_SIDE_M } from '../../../../contract/rules/drawFloor/limits.ts';
import { FLOOR_MAX, MAP_NAME_MAX } from '../../../../contract/rules/mapLimits.ts';
import {
  type MapsRef,
  type MapImportRef,
  selectImporting,
  selectMaps,
  selectPlacing,
} from '../../../machines/maps/maps.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { MarkedPicture } from '../../mapImport/MarkedPicture.tsx';
import { RobotNameFields } from './RobotNameFields.tsx';

const CENTIMETRES = 100;
const round = (value: number, parts: number): number => Math.round(value * parts) / parts;

export function ImportForm({ screen, part }: { readonly screen: MapsRef; readonly part: MapImportRef }) {
  const t = useT();
  const { read, fields, marks, replaced, robotNames } = useSelector(part, selectImporting);
  const placing = useSelector(part, selectPlacing);
  const { robots } = useSelector(screen, selectMaps);
  if (!read) return null;
  const type = (change: Partial<typeof fields>): void => part.send({ type: 'field.type', change });
  const isBoth = [fields.x, fields.y, fields.x2, fields.y2].every((text) => text.trim() !== '');
  const facts = placing && {
    width: round(read.width * placing.resolution, 10),
    height: round(read.height * placing.resolution, 10),
    resolution: round(placing.resolution * CENTIMETRES, 100),
    x: round(placing.origin.x, 100),
    y: round(placing.origin.y, 100),
    yaw: round((placing.origin.yaw * 180) / Math.PI, 10),
  };
  return (
    <div className="grid grid-cols-[minmax(0,3fr)_minmax(220px,2fr)] items-start gap-4 max-desk:grid-cols-[minmax(0,1fr)]">
      <MarkedPicture part={part} read={read} />
      <form
        className="flex min-w-0 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          part.send({ type: 'import.save' });
        }}
      >
        <p className="text-13" role="status">
          {facts
            ? t('maps.import.facts', { columns: read.width, rows: read.height, ...facts })
            : t('maps.import.noScale', { columns: read.width, rows: read.height })}
        </p>
        {facts && Math.max(facts.width, facts.height) > FLOOR_SIDE_M.max && (
          <p className="text-13 text-attn-text" role="status">
            {t('maps.import.large', { most: FLOOR_SIDE_M.max })}
          </p>
        )}
        {!read.placing && (
          <>
            <p className="field-hint">{t('maps.import.marks', { count: marks.length })}</p>
            <Field label={t('maps.import.distance')} hint={isBoth ? t('maps.import.distanceKnown') : undefined}>
              <TextInput
                value={fields.distance}
                inputMode="decimal"
                unit="m"
                onChange={(distance) => type({ distance })}
              />
            </Field>
            <div className="grid grid-cols-2 gap-3">
              <Field label={t('maps.import.x')}>
                <TextInput value={fields.x} inputMode="decimal" unit="m" onChange={(x) => type({ x })} />
              </Field>
              <Field label={t('maps.import.y')}>
                <TextInput value={fields.y} inputMode="decimal" unit="m" onChange={(y) => type({ y })} />
              </Field>
              <Field label={t('maps.import.x2')}>
                <TextInput value={fields.x2} inputMode="decimal" unit="m" onChange={(x2) => type({ x2 })} />
              </Field>
              <Field label={t('maps.import.y2')}>
                <TextInput value={fields.y2} inputMode="decimal" unit="m" onChange={(y2) => type({ y2 })} />
              </Field>
            </div>
            <p className="field-hint">{t('maps.import.originHint')}</p>
          </>
        )}
        {!replaced && (
          <>
            <Field label={t('shared.name')} hint={fullText(t, fields.name, MAP_NAME_MAX)}>
              <TextInput value={fields.name} maxLength={MAP_NAME_MAX} onChange={(name) => type({ name })} />
            </Field>
            <Field label={t('shared.floor')} hint={fullText(t, fields.floor, FLOOR_MAX) ?? t('maps.floorHint')}>
              <TextInput value={fields.floor} maxLength={FLOOR_MAX} onChange={(floor) => type({ floor })} />
            </Field>
            <RobotNameFields
              robots={robots}
              names={robotNames}
              own=""
              onName={(serialNumber, name) => part.send({ type: 'robot.name', serialNumber, name })}
            />
          </>
        )}
        <button type="submit" hidden />
      </form>
    </div>
  );
}
