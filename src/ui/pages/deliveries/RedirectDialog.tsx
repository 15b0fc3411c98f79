/** Another destination for a delivery. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import {
  type DeliveryDetailRef,
  selectDetail,
  selectIsChoosing,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import { destinationsIn, matchPlaces } from '../../../machines/deliveries/places.ts';
import { PlaceField } from '../../deliveries/PlaceField.tsx';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';

export function RedirectDialog({ detail }: { readonly detail: DeliveryDetailRef }) {
  return useSelector(detail, selectIsChoosing) ? <Choice detail={detail} /> : null;
}

function Choice({ detail }: { readonly detail: DeliveryDetailRef }) {
  const t = useT();
  const { places, placesFailure, details } = useSelector(detail, selectDetail);
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const choices = destinationsIn(places).filter(({ areaId }) => areaId !== details?.delivery.to.areaId);
  const { found, exact } = matchPlaces(choices, typed);
  const chosen =
    choices.find(({ areaId }) => areaId === picked) ?? exact ?? (found.length === 1 ? found[0] : undefined);
  return (
    <FormDialog
      title={t('deliveries.redirect.title')}
      description={t('deliveries.redirect.text', { to: details?.delivery.to.name ?? '' })}
      submitLabel={t('deliveries.redirect.accept')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      refusal={placesFailure ? t.failure(placesFailure) : undefined}
      onCancel={() => detail.send({ type: 'redirect.close' })}
      onSubmit={() => {
        if (chosen) detail.send({ type: 'act.do', task: { type: 'redirect', to: chosen.areaId } });
        else setFaulty(true);
      }}
    >
      <PlaceField
        label={t('deliveries.new.to')}
        places={choices}
        typed={typed}
        chosen={chosen?.areaId ?? ''}
        error={isFaulty && !chosen ? t('deliveries.new.fault.to') : undefined}
        placeholder={t('deliveries.new.toHint')}
        onType={(text) => {
          setTyped(text);
          setPicked('');
        }}
        onChoose={(areaId) => {
          setTyped(choices.find((place) => place.areaId === areaId)?.name ?? '');
          setPicked(areaId);
        }}
      />
      {placesFailure && (
        <Button size="s" onClick={() => detail.send({ type: 'places.retry' })}>
          {t('common.retry')}
        </Button>
      )}
    </FormDialog>
  );
}
