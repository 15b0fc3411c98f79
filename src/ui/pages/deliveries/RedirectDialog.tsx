/** Another destination for a delivery. */
import { useSelector } from '@xstate/react';
import {
  type DeliveryDetailRef,
  selectDetail,
  selectIsChoosing,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import { otherDestinations, placeOf } from '../../../machines/deliveries/redirectChoice.ts';
import { PlaceField } from '../../deliveries/PlaceField.tsx';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';

export function RedirectDialog({ detail }: { readonly detail: DeliveryDetailRef }) {
  return useSelector(detail, selectIsChoosing) ? <Choice detail={detail} /> : null;
}

function Choice({ detail }: { readonly detail: DeliveryDetailRef }) {
  const t = useT();
  const context = useSelector(detail, selectDetail);
  const { placesFailure, details, typed, isPlaceMissing } = context;
  const chosen = placeOf(context);
  return (
    <FormDialog
      title={t('deliveries.redirect.title')}
      description={t('deliveries.redirect.text', { to: details?.delivery.to.name ?? '' })}
      submitLabel={t('deliveries.redirect.accept')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      refusal={placesFailure ? t.failure(placesFailure) : undefined}
      onCancel={() => detail.send({ type: 'redirect.close' })}
      onSubmit={() => detail.send({ type: 'redirect.submit' })}
    >
      <PlaceField
        label={t('deliveries.new.to')}
        places={otherDestinations(context)}
        typed={typed}
        chosen={chosen?.areaId ?? ''}
        error={isPlaceMissing && !chosen ? t('deliveries.new.fault.to') : undefined}
        placeholder={t('deliveries.new.toHint')}
        onType={(text) => detail.send({ type: 'redirect.type', text })}
        onChoose={(areaId) => detail.send({ type: 'redirect.pick', areaId })}
      />
      {placesFailure && (
        <Button size="s" onClick={() => detail.send({ type: 'places.retry' })}>
          {t('common.retry')}
        </Button>
      )}
    </FormDialog>
  );
}
