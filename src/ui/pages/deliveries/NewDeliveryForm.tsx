/**
 * A new delivery in one row, with what is promised before it is sent below. On a phone the fields are below each other, in
 * a sheet.
 */
import { useSelector } from '@xstate/react';
import Send from 'lucide-react/icons/send';
import type { KeyboardEvent, Ref } from 'react';
import { COMPARTMENT_SIZES, DELIVERY_NOTE_MAX, RECIPIENT_NAME_MAX } from '../../../../contract/rules/deliveryLimits.ts';
import {
  type NewDeliveryRef,
  selectArePlacesLoading,
  selectDraft,
  selectIsSending,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import type { DeliveryFault } from '../../../machines/deliveries/newDelivery.machine.ts';
import { destinationsIn, originsIn } from '../../../machines/deliveries/places.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { PlaceField } from '../../deliveries/PlaceField.tsx';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { PromiseLine } from './PromiseLine.tsx';

const SIZES = { small: 'shared.small', large: 'shared.large' } as const satisfies Record<string, Key>;
const FAULTS = {
  from: 'deliveries.new.fault.from',
  to: 'deliveries.new.fault.to',
  same: 'deliveries.new.fault.same',
  phone: 'deliveries.new.fault.phone',
  loaderPhone: 'deliveries.new.fault.phone',
} as const satisfies Record<DeliveryFault, Key>;
const ROW =
  'grid grid-cols-[1fr_1fr_1.05fr_1.3fr_112px_auto] items-start gap-2 max-[1240px]:grid-cols-3 max-desk:grid-cols-1';

export interface NewDeliveryFormProps {
  readonly form: NewDeliveryRef;
  readonly timeZone: string;
  /** Why nothing can be sent now; undefined if it can. */
  readonly blocked: string | undefined;
  readonly toRef?: Ref<HTMLInputElement> | undefined;
}

export function NewDeliveryForm({ form, timeZone, blocked, toRef }: NewDeliveryFormProps) {
  const t = useT();
  const { places, placesFailure, draft, typed, faults, failure, isUnsure, isMore, siteId } = useSelector(
    form,
    selectDraft,
  );
  const loading = useSelector(form, selectArePlacesLoading);
  const sending = useSelector(form, selectIsSending);
  const robots = useSelector(useFleet(), selectRobots).filter(
    (robot) => robot.siteId === siteId && robot.kind === 'delivery',
  );
  const faultOf = (...these: DeliveryFault[]): string | undefined => {
    const fault = these.find((each) => faults.includes(each));
    return fault && t(FAULTS[fault]);
  };
  const text = (field: 'phoneNumber' | 'loaderPhoneNumber' | 'note' | 'recipientName' | 'notBefore') => ({
    name: field,
    value: draft[field],
    onChange: (value: string) => form.send({ type: 'field.change', field, value }),
  });
  const focus = useFocusFault(() => {
    if (!sending && blocked === undefined) form.send({ type: 'form.submit' });
  });
  /** Browsers submit with Enter from inputs only. */
  const submitFromSelect = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) focus.onSubmit(event);
  };
  if (placesFailure)
    return (
      <div className="card flex flex-wrap items-center gap-3 px-4 py-3" role="alert">
        <p className="flex-1">{t('deliveries.new.placesFailed', { reason: t.failure(placesFailure) })}</p>
        <Button size="s" busy={loading} onClick={() => form.send({ type: 'places.retry' })}>
          {t('common.retry')}
        </Button>
      </div>
    );
  const origins = originsIn(places);
  const refusal = isUnsure ? t('deliveries.new.unsure') : failure ? t.failure(failure) : undefined;
  return (
    <form
      className="card flex flex-none flex-col gap-2 px-4 py-3"
      aria-label={t('deliveries.new.title')}
      aria-busy={sending || loading || undefined}
      noValidate
      {...focus}
      onKeyDown={submitFromSelect}
    >
      <div className={ROW}>
        <Field label={t('deliveries.new.from')} error={faultOf('from')}>
          <Select
            value={draft.from}
            options={[
              ...(origins.some(({ areaId }) => areaId === draft.from)
                ? []
                : [{ value: '', label: loading ? t('deliveries.new.placesLoading') : t('deliveries.new.noPlace') }]),
              ...origins.map(({ areaId, name }) => ({ value: areaId, label: name })),
            ]}
            onChange={(value) => form.send({ type: 'field.change', field: 'from', value })}
          />
        </Field>
        <PlaceField
          label={t('deliveries.new.to')}
          places={destinationsIn(places)}
          typed={typed}
          chosen={draft.to}
          error={faultOf('to', 'same')}
          placeholder={t('deliveries.new.toHint')}
          keyHint="N"
          inputRef={toRef}
          onType={(typedText) => form.send({ type: 'to.type', text: typedText })}
          onChoose={(areaId) => form.send({ type: 'to.choose', areaId })}
          onLeave={() => form.send({ type: 'to.leave' })}
        />
        <Field label={t('deliveries.new.phone', { country: draft.country })} error={faultOf('phone')}>
          <TextInput {...text('phoneNumber')} type="tel" inputMode="tel" autoComplete="off" maxLength={40} />
        </Field>
        <Field label={t('deliveries.new.note')} hint={fullText(t, draft.note, DELIVERY_NOTE_MAX)}>
          <TextInput {...text('note')} autoComplete="off" maxLength={DELIVERY_NOTE_MAX} />
        </Field>
        <Field label={t('deliveries.new.size')}>
          <Select
            value={draft.size}
            options={COMPARTMENT_SIZES.map((value) => ({ value, label: t(SIZES[value]) }))}
            onChange={(size) => form.send({ type: 'size.choose', size })}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          icon={Send}
          busy={sending}
          disabledReason={blocked}
          keyHint="↵"
          className="mt-6 max-desk:mt-2 max-desk:h-12"
        >
          {t('shared.send')}
        </Button>
      </div>
      {isMore && (
        <div className={classes('grid gap-2 desk:grid-cols-4')}>
          <Field label={t('deliveries.new.name')} hint={fullText(t, draft.recipientName, RECIPIENT_NAME_MAX)}>
            <TextInput {...text('recipientName')} autoComplete="off" maxLength={RECIPIENT_NAME_MAX} />
          </Field>
          <Field label={t('deliveries.new.loaderPhone')} error={faultOf('loaderPhone')}>
            <TextInput {...text('loaderPhoneNumber')} type="tel" inputMode="tel" autoComplete="off" maxLength={40} />
          </Field>
          <Field label={t('common.robot')}>
            <Select
              value={draft.serialNumber}
              options={[
                { value: '', label: t('deliveries.new.anyRobot') },
                ...robots.map(({ serialNumber, robotNickName }) => ({
                  value: serialNumber,
                  label: robotNickName || serialNumber,
                })),
              ]}
              onChange={(value) => form.send({ type: 'field.change', field: 'serialNumber', value })}
            />
          </Field>
          <Field label={t('deliveries.new.notBefore')}>
            <TextInput {...text('notBefore')} type="time" />
          </Field>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-12 text-text-2">
        <PromiseLine form={form} timeZone={timeZone} />
        <span className="flex-1" />
        <Button size="s" variant="ghost" aria-expanded={isMore} onClick={() => form.send({ type: 'more.toggle' })}>
          {t(isMore ? 'deliveries.new.less' : 'deliveries.new.more')}
        </Button>
      </div>
      {refusal !== undefined && <FieldError>{refusal}</FieldError>}
    </form>
  );
}
