/**
 * Imports points from a layout file (LIF) into a map: select the file, preview what is added, moved and changed, save.
 */
import { useSelector } from '@xstate/react';
import {
  type LifImportRef,
  selectIsReading,
  selectIsSaving,
  selectLifImport,
} from '../../../machines/maps/maps.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Field } from '../../kit/Field.tsx';
import { Select } from '../../kit/Select.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { faultText } from '../../mapImport/faultText.ts';
import { FileDrop } from '../../mapImport/FileDrop.tsx';
import { LifSteps } from './LifSteps.tsx';

export function LifDialog({ part }: { readonly part: LifImportRef }) {
  const t = useT();
  const { map, outcome, failure } = useSelector(part, selectLifImport);
  const saving = useSelector(part, selectIsSaving);
  const count = outcome?.changes.length ?? 0;
  const close = (): void => part.send({ type: 'lif.cancel' });
  return (
    <Dialog
      open
      wide
      onClose={close}
      closeLabel={t('common.close')}
      title={t('maps.lif.title', { name: map.name })}
      foot={
        <>
          {outcome && (
            <Button variant="ghost" onClick={() => part.send({ type: 'lif.again' })}>
              {t('maps.lif.again')}
            </Button>
          )}
          <Button onClick={close}>{t('common.cancel')}</Button>
          {outcome && (
            <Button
              variant="primary"
              busy={saving}
              disabledReason={count === 0 ? t('maps.lif.nothing') : undefined}
              onClick={() => part.send({ type: 'lif.save' })}
            >
              {t('maps.lif.save', { count })}
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
      {outcome ? <Compared part={part} /> : <LayoutPicker part={part} />}
    </Dialog>
  );
}

function Compared({ part }: { readonly part: LifImportRef }) {
  const t = useT();
  const { read, index, outcome, anew, target } = useSelector(part, selectLifImport);
  if (!read || !outcome) return null;
  return (
    <div className="flex flex-col gap-3">
      {anew && (
        <p className="rounded bg-attn-soft px-3 py-2 text-13 text-attn-text" role="alert">
          {t('maps.lif.anew')}
        </p>
      )}
      {read.layouts.length > 1 && (
        <Field label={t('maps.lif.layout', { count: read.layouts.length })}>
          <Select
            value={String(index)}
            onChange={(chosen) => part.send({ type: 'layout.choose', index: Number(chosen) })}
            options={read.layouts.map(({ mapId, name, floor, points }, place) => ({
              value: String(place),
              label: t('maps.lif.oneLayout', {
                name: [floor, name || mapId].filter(Boolean).join(' '),
                count: points.length,
              }),
            }))}
          />
        </Field>
      )}
      <LifSteps outcome={outcome} own={target?.own ?? []} />
    </div>
  );
}

function LayoutPicker({ part }: { readonly part: LifImportRef }) {
  const t = useT();
  const { fault } = useSelector(part, selectLifImport);
  const reading = useSelector(part, selectIsReading);
  if (reading) return <SkeletonBlocks shape="rows" count={3} label={t('maps.lif.reading')} />;
  return (
    <FileDrop
      fault={fault ? faultText(t, fault) : null}
      about={t('maps.lif.about')}
      hint={t('maps.lif.hint')}
      choose={t('maps.lif.choose')}
      accept=".json,.lif"
      onFiles={(files) => part.send({ type: 'file.pick', files })}
    />
  );
}
