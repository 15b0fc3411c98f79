/** Clock of the fork; only the user advances it. */
import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import SkipForward from 'lucide-react/icons/skip-forward';
import type { ForkRef } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { exactTime } from './clockTexts.ts';
import { FAULT, FORM } from './ForkSend.tsx';

export function ForkClock({ fork }: { readonly fork: ForkRef }) {
  const t = useT();
  const { at, next, ms, fault, broken } = useSelector(fork, ({ context }) => context);
  const ended = broken === null ? undefined : t('inspectorStage.fork.broken', { said: broken });
  const focus = useFocusFault(() => fork.send({ type: 'clock.advance' }));
  return (
    <form className={FORM} noValidate {...focus}>
      <p className="font-semibold tabular-nums" role="timer" aria-label={t('inspectorStage.fork.clock')}>
        {exactTime(at)}
      </p>
      <Field label={t('inspectorStage.fork.by')} error={fault === 'notTime' ? t(FAULT.notTime) : undefined}>
        <TextInput
          value={ms}
          onChange={(value) => fork.send({ type: 'ms.change', value })}
          inputMode="numeric"
          unit={t('inspectorStage.fork.unit')}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="s" icon={Clock} disabledReason={ended}>
          {t('inspectorStage.fork.advance')}
        </Button>
        <Button
          size="s"
          icon={SkipForward}
          onClick={() => fork.send({ type: 'clock.next' })}
          disabledReason={ended ?? (next === null ? t('inspectorStage.fork.noTimer') : undefined)}
        >
          {next === null
            ? t('inspectorStage.fork.toNext')
            : t('inspectorStage.fork.toNextAt', { time: exactTime(next) })}
        </Button>
      </div>
    </form>
  );
}
