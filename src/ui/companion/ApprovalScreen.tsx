/** Approval of a sign-in on another device: its location and the number to compare. */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import TimerOff from 'lucide-react/icons/timer-off';
import {
  type Approval,
  selectApproval,
  selectApprovalState,
  selectIsDeciding,
} from '../../machines/companion/companion.selectors.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { Icon } from '../kit/Icon.tsx';
import { TextInput } from '../kit/TextInput.tsx';
import { useFocusFault } from '../kit/useFocusFault.ts';
import { useCompanion, useT } from './CompanionContext.ts';
import { Frame } from './Frame.tsx';
import { Outcome } from './Outcome.tsx';

const ICON_PX = 28;

export function ApprovalScreen({ approval }: { readonly approval: Approval }) {
  const t = useT();
  const state = useSelector(approval, selectApprovalState);
  const { failure } = useSelector(approval, selectApproval);
  if (state === 'deciding') return <Question approval={approval} />;
  return (
    <Frame
      title={t('companion.approve.title')}
      dock={state !== 'looking' && <Done again={state === 'expired' || state === 'failed' || state === 'turnedAway'} />}
    >
      {state === 'looking' && <Outcome tone="plain" icon={LoaderCircle} busy title={t('companion.approve.looking')} />}
      {state === 'failed' && (
        <Outcome
          tone="bad"
          icon={CircleX}
          title={t('companion.approve.failed')}
          text={failure ? t.failure(failure) : undefined}
        >
          <Button onClick={() => approval.send({ type: 'request.retry' })}>{t('common.retry')}</Button>
        </Outcome>
      )}
      {state === 'approved' && (
        <Outcome
          tone="good"
          icon={CircleCheck}
          title={t('companion.approve.approved')}
          text={t('companion.approve.approvedText')}
        />
      )}
      {state === 'refused' && (
        <Outcome
          tone="plain"
          icon={CircleX}
          title={t('companion.approve.refused')}
          text={t('companion.approve.refusedText')}
        />
      )}
      {state === 'turnedAway' && (
        <Outcome
          tone="bad"
          icon={CircleX}
          title={t('companion.approve.turnedAway')}
          text={t('companion.approve.turnedAwayText')}
        />
      )}
      {state === 'expired' && (
        <Outcome
          tone="bad"
          icon={TimerOff}
          title={t('companion.approve.expired')}
          text={t('companion.approve.expiredText')}
        />
      )}
    </Frame>
  );
}

/** The next steps on every outcome screen: back to the robots, or another scan. */
export function Done({ again }: { readonly again: boolean }) {
  const t = useT();
  const { root } = useCompanion();
  return (
    <>
      {again && (
        <Button variant="primary" size="l" wide onClick={() => root.send({ type: 'scanner.open' })}>
          {t('companion.scanAgain')}
        </Button>
      )}
      <Button
        variant={again ? 'secondary' : 'primary'}
        size="l"
        wide
        onClick={() => root.send({ type: 'screen.close' })}
      >
        {t('common.done')}
      </Button>
    </>
  );
}

function Question({ approval }: { readonly approval: Approval }) {
  const t = useT();
  const { request, number, failure } = useSelector(approval, selectApproval);
  const deciding = useSelector(approval, selectIsDeciding);
  const form = useFocusFault(() => approval.send({ type: 'request.approve' }));
  const device =
    request?.browser && request.system
      ? t('companion.approve.device', { browser: request.browser, system: request.system })
      : request?.browser || request?.system || t('companion.approve.deviceUnknown');
  return (
    <Frame title={t('companion.approve.title')}>
      <section className="card flex items-center gap-3.5 p-4" aria-label={t('companion.approve.from')}>
        <Icon of={MonitorSmartphone} size={ICON_PX} className="text-mark" />
        <div>
          <h2>{device}</h2>
          <p className="text-13 text-text-2">{t('companion.approve.address', { address: request?.address ?? '' })}</p>
        </div>
      </section>
      <p>{t('companion.approve.text')}</p>
      <form className="grid gap-4" noValidate {...form}>
        <Field
          label={t('companion.approve.number')}
          hint={t('companion.approve.numberHint')}
          error={failure ? t.failure(failure) : undefined}
        >
          <TextInput
            size="l"
            name="number"
            className="h-15 text-28/9 font-[600] [&_input]:tracking-[0.3em]"
            inputMode="numeric"
            pattern="[0-9]*"
            maxLength={2}
            autoComplete="off"
            value={number}
            onChange={(value) => approval.send({ type: 'number.type', value })}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="l"
          wide
          busy={deciding === 'approving'}
          disabledReason={number.length < 2 ? t('companion.approve.numberFirst') : undefined}
        >
          {t('companion.approve.accept')}
        </Button>
        <Button
          variant="danger"
          size="l"
          wide
          busy={deciding === 'refusing'}
          onClick={() => approval.send({ type: 'request.refuse' })}
        >
          {t('companion.approve.refuse')}
        </Button>
      </form>
    </Frame>
  );
}
