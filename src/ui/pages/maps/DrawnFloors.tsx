/** Floors that account administrators draw: the button for a new one with its dialog, and the list of them. */
import { useSelector } from '@xstate/react';
import PencilRuler from 'lucide-react/icons/pencil-ruler';
import Trash2 from 'lucide-react/icons/trash-2';
import { Link } from 'wouter';
import type { FloorDrawingRow } from '../../../../contract/entities/floorDrawing.ts';
import { sites as sitesPage } from '../../../../contract/pages/sites.ts';
import { FLOOR_MAX, MAP_NAME_MAX } from '../../../../contract/rules/mapLimits.ts';
import { drawingPath } from '../../../machines/maps/drawnFloors.machine.ts';
import {
  type DrawnFloorRef,
  type DrawnFloorsRef,
  selectAreDrawingsLoaded,
  selectDrawn,
  selectDrawnForm,
  selectDrawnQuestion,
} from '../../../machines/maps/maps.selectors.ts';
import { useForm } from '../../hooks/useForm.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { Question } from '../../shell/Question.tsx';

/** @param siteId the site on the page, which the dialog begins with */
export function DrawFloorButton({ part, siteId }: { readonly part: DrawnFloorsRef; readonly siteId: string }) {
  const t = useT();
  const { isAdmin, sites } = useSelector(part, selectDrawn);
  const isLoaded = useSelector(part, selectAreDrawingsLoaded);
  const form = useSelector(part, selectDrawnForm);
  if (!isAdmin) return null;
  return (
    <>
      <Button
        icon={PencilRuler}
        // Without the sites a press would do nothing.
        disabledReason={sites.length > 0 ? undefined : t(isLoaded ? 'maps.draw.noSites' : 'maps.loading')}
        onClick={() => part.send({ type: 'drawing.new', siteId })}
      >
        {t('routes.floorDrawing')}
      </Button>
      {form && <NewFloor part={part} form={form} />}
    </>
  );
}

function NewFloor({ part, form }: { readonly part: DrawnFloorsRef; readonly form: DrawnFloorRef }) {
  const t = useT();
  const { sites } = useSelector(part, selectDrawn);
  const { draft, saving, errorOf, refusalBeside, submit, change, textOf } = useForm(form);
  return (
    <FormDialog
      title={t('routes.floorDrawing')}
      description={t('maps.draw.text')}
      submitLabel={t('maps.draw.start')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={saving}
      refusal={refusalBeside('siteId', 'floor', 'name', 'width', 'height')}
      onSubmit={submit}
      onCancel={() => part.send({ type: 'drawing.close' })}
    >
      <Field label={t('shared.site')} error={errorOf('siteId')}>
        <Select
          value={draft.siteId}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(siteId) => change('siteId', siteId)}
        />
      </Field>
      <Field label={t('shared.name')} error={errorOf('name')} hint={fullText(t, draft.name, MAP_NAME_MAX)}>
        <TextInput autoComplete="off" maxLength={MAP_NAME_MAX} {...textOf('name')} />
      </Field>
      <Field
        label={t('shared.floor')}
        error={errorOf('floor')}
        hint={fullText(t, draft.floor, FLOOR_MAX) ?? t('maps.floorHint')}
      >
        <TextInput autoComplete="off" maxLength={FLOOR_MAX} {...textOf('floor')} />
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label={t('maps.draw.width')} error={errorOf('width')} hint={t('maps.draw.sizeHint')}>
          <TextInput inputMode="decimal" unit="m" {...textOf('width')} />
        </Field>
        <Field label={t('maps.draw.height')} error={errorOf('height')}>
          <TextInput inputMode="decimal" unit="m" {...textOf('height')} />
        </Field>
      </div>
    </FormDialog>
  );
}

export function DrawnFloors({ part }: { readonly part: DrawnFloorsRef }) {
  const t = useT();
  const { isAdmin, sites, drawings, failure } = useSelector(part, selectDrawn);
  const isLoaded = useSelector(part, selectAreDrawingsLoaded);
  const question = useSelector(part, selectDrawnQuestion);
  if (!isAdmin) return null;
  if (isLoaded && sites.length === 0)
    return (
      <p className="card px-4 py-3 text-13">
        {t('maps.draw.noSites')}{' '}
        <Link className="text-link" href={sitesPage.path}>
          {t('maps.draw.toSites')}
        </Link>
      </p>
    );
  if (failure)
    return (
      <div className="card flex items-center gap-3 px-4 py-3 text-13" role="alert">
        {t('maps.draw.failed')} {t.failure(failure)}
        <Button size="s" onClick={() => part.send({ type: 'drawings.reload' })}>
          {t('common.retry')}
        </Button>
      </div>
    );
  if (drawings.length === 0) return null;
  return (
    <section className="card card-clip flex-none" aria-label={t('maps.draw.list')}>
      <h2 className="px-4 pt-3 pb-1 text-14 font-semibold">{t('maps.draw.list')}</h2>
      <ul className="max-h-[260px] overflow-y-auto">
        {drawings.map((drawing) => (
          <DrawnRow key={drawing.id} part={part} drawing={drawing} />
        ))}
      </ul>
      <Question question={question} />
    </section>
  );
}

function DrawnRow({ part, drawing }: { readonly part: DrawnFloorsRef; readonly drawing: FloorDrawingRow }) {
  const t = useT();
  const { id, name, floor, siteName, width, height, revision, publishedRevision } = drawing;
  const state =
    publishedRevision === null
      ? t('maps.draw.draft')
      : publishedRevision === revision
        ? t('maps.draw.current')
        : t('maps.draw.older');
  return (
    <li className="flex items-center gap-3 border-line-2 px-4 py-2 not-first:border-t">
      <div className="min-w-0 flex-1">
        <Link className="text-link font-semibold" href={drawingPath(id)} aria-label={t('maps.draw.edit', { name })}>
          {name}
        </Link>
        <p className="text-12 text-text-2">
          {t('shared.floorFacts', { site: siteName, floor, width, height })} · {state}
        </p>
      </div>
      {publishedRevision === null && (
        <IconButton
          icon={Trash2}
          size="s"
          label={t('shared.deleteName', { name })}
          onClick={() => part.send({ type: 'drawing.delete', drawing })}
        />
      )}
    </li>
  );
}
