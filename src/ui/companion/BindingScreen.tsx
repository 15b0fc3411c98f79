/** Shows the scanned robot and asks whether to bind it to the account. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Lock from 'lucide-react/icons/lock';
import { type Binding, selectBinding, selectBindingState } from '../../machines/companion/companion.selectors.ts';
import type { Claim } from '../../machines/companion/binding.machine.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { RobotArt } from '../kit/RobotArt.tsx';
import { Done } from './ApprovalScreen.tsx';
import { useCompanion, useT } from './CompanionContext.ts';
import { Frame } from './Frame.tsx';
import { Outcome } from './Outcome.tsx';

export function BindingScreen({ binding }: { readonly binding: Binding }) {
  const t = useT();
  const state = useSelector(binding, selectBindingState);
  const { claim, bound, failure } = useSelector(binding, selectBinding);
  const name = claim ? claim.robotNickName || claim.serialNumber : '';
  if (claim && (state === 'asked' || state === 'binding'))
    return <Question binding={binding} claim={claim} name={name} busy={state === 'binding'} />;
  return (
    <Frame
      title={t('companion.bind.title')}
      dock={state !== 'looking' && <Done again={state === 'unknown' || state === 'failed' || state === 'taken'} />}
    >
      {state === 'looking' && <Outcome tone="plain" icon={LoaderCircle} busy title={t('companion.bind.looking')} />}
      {state === 'failed' && (
        <Outcome
          tone="bad"
          icon={CircleX}
          title={t('companion.bind.failed')}
          text={failure ? t.failure(failure) : undefined}
        >
          <Button onClick={() => binding.send({ type: 'robot.retry' })}>{t('common.retry')}</Button>
        </Outcome>
      )}
      {state === 'bound' && (
        <Outcome
          tone="good"
          icon={CircleCheck}
          title={t('companion.bind.bound', { name })}
          text={t(bound?.addedRole ? 'companion.bind.boundRole' : 'companion.bind.boundText')}
        >
          {bound?.raisers && (
            <p className="max-w-[36ch] text-pretty">
              {bound.raisers.length > 0
                ? t('companion.bind.viewOnly', { names: bound.raisers.join(t('companion.bind.separator')) })
                : t('companion.bind.viewOnlyPlain')}
            </p>
          )}
        </Outcome>
      )}
      {state === 'yours' && (
        <Outcome
          tone="good"
          icon={CircleCheck}
          title={t('companion.bind.yours', { name })}
          text={t('companion.bind.yoursText')}
        />
      )}
      {state === 'taken' && (
        <Outcome
          tone="bad"
          icon={Lock}
          title={name ? t('companion.bind.taken', { name }) : t('companion.bind.takenPlain')}
          text={t('companion.bind.takenText')}
        />
      )}
      {state === 'unknown' && (
        <Outcome tone="bad" icon={CircleX} title={t('companion.bind.unknown')} text={t('companion.bind.unknownText')} />
      )}
    </Frame>
  );
}

const ART_PX = 72;

function Question({
  binding,
  claim,
  name,
  busy,
}: {
  readonly binding: Binding;
  readonly claim: Claim;
  readonly name: string;
  readonly busy: boolean;
}) {
  const t = useT();
  const { root } = useCompanion();
  const { failure } = useSelector(binding, selectBinding);
  return (
    <Frame
      title={t('companion.bind.title')}
      dock={
        <>
          <Button variant="primary" size="l" wide busy={busy} onClick={() => binding.send({ type: 'robot.bind' })}>
            {t('companion.bind.accept', { name })}
          </Button>
          <Button size="l" wide onClick={() => root.send({ type: 'screen.close' })}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <section className="card grid justify-items-center gap-2.5 px-4 py-5" aria-label={name}>
        <RobotArt kind={claim.kind} size={ART_PX} />
        <h2>{name}</h2>
        <dl className="facts grid-cols-[auto_1fr] items-baseline">
          <dt>{t('companion.bind.serialNumber')}</dt>
          <dd>{claim.serialNumber}</dd>
          <dt>{t('companion.bind.model')}</dt>
          <dd>{claim.robotModel}</dd>
          <dt>{t('companion.bind.site')}</dt>
          <dd>{claim.siteName}</dd>
        </dl>
      </section>
      <p>{t('companion.bind.text')}</p>
      {claim.addedRole && <p>{t('companion.bind.role')}</p>}
      {failure && (
        <p className="field-error" role="alert">
          <Icon of={CircleAlert} size={14} />
          {t.failure(failure)}
        </p>
      )}
    </Frame>
  );
}
