/** Imports a map, or a new picture for an existing one: select files, preview, describe, save. */
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type MapImportRef,
  type MapsRef,
  selectCanSave,
  selectImporting,
  selectIsReading,
  selectIsSaving,
} from '../../../machines/maps/maps.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { faultText } from '../../mapImport/faultText.ts';
import { FileDrop } from '../../mapImport/FileDrop.tsx';
import { ImportForm } from './ImportForm.tsx';

/** File types preselected in the system's file dialog. */
const ACCEPTED = '.yaml,.yml,.pgm,.png,.zip,.jpg,.jpeg';
const PER_CENT = 100;

interface ImportDialogProps {
  readonly screen: MapsRef;
  readonly part: MapImportRef;
}

export function ImportDialog({ screen, part }: ImportDialogProps) {
  const t = useT();
  const { replaced, read, failure } = useSelector(part, selectImporting);
  const saving = useSelector(part, selectIsSaving);
  const canSave = useSelector(part, selectCanSave);
  const outside = failure?.code === ERRORS.mapPointsOutside || failure?.code === ERRORS.mapRobotsStranded;
  const close = (): void => part.send({ type: 'import.cancel' });
  return (
    <Dialog
      open
      wide
      onClose={close}
      closeLabel={t('common.close')}
      title={replaced ? t('maps.import.replaceTitle', { name: replaced.name }) : t('maps.import.open')}
      foot={
        <>
          {read && (
            <Button variant="ghost" onClick={() => part.send({ type: 'import.again' })}>
              {t('maps.import.again')}
            </Button>
          )}
          <Button onClick={close}>{t('common.cancel')}</Button>
          {outside && (
            <Button
              variant="danger"
              busy={saving}
              onClick={() => part.send({ type: 'import.save', leaveOutside: true })}
            >
              {t('maps.import.leaveOutside')}
            </Button>
          )}
          {read && (
            <Button
              variant="primary"
              busy={saving}
              disabledReason={canSave ? undefined : t('maps.import.missing')}
              onClick={() => part.send({ type: 'import.save' })}
            >
              {t(replaced ? 'maps.import.replace' : 'maps.import.save')}
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
      {read ? <ImportForm screen={screen} part={part} /> : <FilePicker part={part} />}
    </Dialog>
  );
}

function FilePicker({ part }: { readonly part: MapImportRef }) {
  const t = useT();
  const id = useId();
  const { fault, progress, isRecalled } = useSelector(part, selectImporting);
  const reading = useSelector(part, selectIsReading);
  if (reading) {
    const percent = Math.round(progress * PER_CENT);
    return (
      <div className="flex flex-col items-start gap-3">
        <label htmlFor={id}>{t('maps.import.reading', { percent })}</label>
        <progress className="w-full" id={id} max={PER_CENT} value={percent} />
        <Button onClick={() => part.send({ type: 'read.stop' })}>{t('common.cancel')}</Button>
      </div>
    );
  }
  return (
    <FileDrop
      fault={fault ? faultText(t, fault) : null}
      about={t('maps.import.about')}
      hint={t(isRecalled ? 'maps.import.recalled' : 'maps.import.plain')}
      choose={t('maps.import.choose')}
      accept={ACCEPTED}
      multiple
      onFiles={(files) => part.send({ type: 'files.pick', files })}
    />
  );
}
