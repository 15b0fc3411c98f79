/** Edits a map's name, floor and the names that robots use for it. */
import { useSelector } from '@xstate/react';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { FLOOR_MAX, MAP_NAME_MAX } from '../../../../contract/rules/mapLimits.ts';
import { type MapsRef, selectIsWorking, selectMaps } from '../../../machines/maps/maps.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Field } from '../../kit/Field.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { RobotNameFields } from './RobotNameFields.tsx';

export function EditDialog({ screen }: { readonly screen: MapsRef }) {
  const t = useT();
  const { chosen, fields, robots, editFailure } = useSelector(screen, selectMaps);
  const saving = useSelector(screen, selectIsWorking);
  if (!chosen) return null;
  const missing = fields.name.trim() === '' || fields.floor.trim() === '';
  const taken = editFailure?.code === ERRORS.mapNameTaken;
  return (
    <FormDialog
      title={t('shared.editName', { name: chosen.name })}
      submitLabel={t('maps.edit.save')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      disabledReason={missing ? t('maps.edit.missing') : undefined}
      refusal={editFailure && !taken ? t.failure(editFailure) : undefined}
      onSubmit={() => screen.send({ type: 'edit.save' })}
      onCancel={() => screen.send({ type: 'edit.close' })}
    >
      <Field
        label={t('shared.name')}
        hint={fullText(t, fields.name, MAP_NAME_MAX)}
        error={taken ? t.failure(editFailure) : undefined}
      >
        <TextInput
          value={fields.name}
          maxLength={MAP_NAME_MAX}
          onChange={(name) => screen.send({ type: 'edit.type', change: { name } })}
        />
      </Field>
      <Field label={t('shared.floor')} hint={fullText(t, fields.floor, FLOOR_MAX) ?? t('maps.floorHint')}>
        <TextInput
          value={fields.floor}
          maxLength={FLOOR_MAX}
          onChange={(floor) => screen.send({ type: 'edit.type', change: { floor } })}
        />
      </Field>
      <RobotNameFields
        robots={robots}
        names={fields.robotNames}
        own={chosen.id}
        onName={(serialNumber, name) =>
          screen.send({ type: 'edit.type', change: { robotNames: { ...fields.robotNames, [serialNumber]: name } } })
        }
      />
    </FormDialog>
  );
}
