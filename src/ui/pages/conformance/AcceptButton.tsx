/** Accepts a finding for this robot; where the value can mean several things, one of them has to be chosen. */
import { useSelector } from '@xstate/react';
import type { Finding } from '../../../../contract/entities/conformance.ts';
import { selectChosenMeaning, selectIsActing } from '../../../machines/conformance/conformance.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Select } from '../../kit/Select.tsx';
import type { ConformanceProps } from './useConformance.ts';

export function AcceptButton({ screen, finding: { id, accept } }: ConformanceProps & { readonly finding: Finding }) {
  const t = useT();
  const acting = useSelector(screen, selectIsActing);
  const chosen = useSelector(screen, selectChosenMeaning(id));
  if (!accept) return null;
  const { kind, value, choices } = accept;
  const choice = choices.find(({ meaning }) => meaning === chosen) ?? choices[0];
  if (kind === 'mapName' && !choice) return null;
  const label =
    kind === 'mapName'
      ? t('conformance.useMap', { map: choice?.name ?? '' })
      : kind === 'operatingMode'
        ? t('conformance.acceptValue', { value, meaning: choice?.name ?? '' })
        : t('conformance.accept');
  return (
    <>
      {choices.length > 1 && (
        <Select
          size="s"
          label={t('conformance.meaning')}
          value={choice?.meaning ?? ''}
          options={choices.map(({ meaning, name }) => ({ value: meaning, label: name }))}
          onChange={(meaning) => screen.send({ type: 'finding.choose', id, meaning })}
        />
      )}
      <Button
        size="s"
        busy={acting}
        onClick={() => screen.send({ type: 'finding.accept', kind, value, meaning: choice?.meaning ?? '' })}
      >
        {label}
      </Button>
    </>
  );
}
