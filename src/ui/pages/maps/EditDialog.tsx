/** Edits a map's name, floor and the names that robots use for it. */
import { useSelector } from '@xstate/react';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { FLOOR_MAX, MAP_NAME_MAX } from '../../../../contract/rules/mapLimits.ts';
import { type MapsRef, selectIsWorking, selectMaps } from '../../../machines/maps/maps.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { RobotNameFields } from './RobotNameFields.tsx';

export function EditDialog({ screen }: { readonly screen: MapsRef }) {
  const t = useT();
  const { chosen, fields, robots, editFailure } = useSelector(screen, selectMaps);
  const saving = useSelector(screen, selectIsWorking);
  if (!chosen) return null;
  const missing = fields.name.trim() === '' || fields.floor.trim() === '';
  const close = (): void => screen.send({ type: 'edit.close' });
  const taken = editFailure?.code === ERRORS.mapNameTaken;
  return (
    <Dialog
      open
      onClose={close}
      title={t('shared.editName', { name: chosen.name })}
      closeLabel={t('common.close')}
      foot={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={saving}
            disabledReason={missing ? t('maps.edit.missing') : undefined}
            onClick={() => screen.send({ type: 'edit.save' })}
          >
            {t('maps.edit.save')}
          </Button>
        </>
      }
    >
      <form
        className="flex min-w-0 flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          screen.send({ type: 'edit.save' });
        }}
      >
        {editFailure && !taken && (
          <p className="field-error" role="alert">
            {t.failure(editFailure)}
          </p>
        )}
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
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
