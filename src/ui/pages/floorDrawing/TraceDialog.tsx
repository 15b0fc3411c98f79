/** Puts a picture under the drawing: choose a file, mark two places on it, and say how far apart they are. */
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import {
  type MapImportRef,
  selectCanSave,
  selectImporting,
  selectIsReading,
  selectIsSaving,
} from '../../../machines/maps/maps.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { faultText } from '../../mapImport/faultText.ts';
import { FileDrop } from '../../mapImport/FileDrop.tsx';
import { MarkedPicture } from '../../mapImport/MarkedPicture.tsx';

const PER_CENT = 100;

export function TraceDialog({ part }: { readonly part: MapImportRef }) {
  const t = useT();
  const id = useId();
  const { read, marks, fields, fault, failure, progress } = useSelector(part, selectImporting);
  const reading = useSelector(part, selectIsReading);
  const saving = useSelector(part, selectIsSaving);
  const canSave = useSelector(part, selectCanSave);
  const close = (): void => part.send({ type: 'import.cancel' });
  const percent = Math.round(progress * PER_CENT);
  return (
    <Dialog
      open
      wide
      onClose={close}
      closeLabel={t('common.close')}
      title={t('floorDrawing.trace.open')}
      foot={
        <>
          {read && (
            <Button variant="ghost" onClick={() => part.send({ type: 'import.again' })}>
              {t('maps.import.again')}
            </Button>
          )}
          <Button onClick={close}>{t('common.cancel')}</Button>
          {read && (
            <Button
              variant="primary"
              busy={saving}
              disabledReason={canSave ? undefined : t('floorDrawing.trace.missing')}
              onClick={() => part.send({ type: 'import.save' })}
            >
              {t('floorDrawing.trace.save')}
            </Button>
          )}
        </>
      }
    >
      {failure && (
        <p className="field-error" role="alert">
          {t.failure(failure)}
        </p>
      )}
      {reading ? (
        <div className="flex flex-col items-start gap-3">
          <label htmlFor={id}>{t('maps.import.reading', { percent })}</label>
          <progress className="w-full" id={id} max={PER_CENT} value={percent} />
          <Button onClick={() => part.send({ type: 'read.stop' })}>{t('common.cancel')}</Button>
        </div>
      ) : read ? (
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
              {t('floorDrawing.trace.marks', { count: marks.length })}
            </p>
            <Field label={t('maps.import.distance')}>
              <TextInput
                value={fields.distance}
                inputMode="decimal"
                unit={t('shared.metresUnit')}
                onChange={(distance) => part.send({ type: 'field.type', change: { distance } })}
              />
            </Field>
            <button type="submit" hidden />
          </form>
        </div>
      ) : (
        <FileDrop
          fault={fault ? faultText(t, fault) : null}
          about={t('floorDrawing.trace.choose')}
          hint={t('floorDrawing.trace.hint')}
          choose={t('maps.import.choose')}
          accept=".png,.jpg,.jpeg"
          onFiles={(files) => part.send({ type: 'files.pick', files })}
        />
      )}
    </Dialog>
  );
}
