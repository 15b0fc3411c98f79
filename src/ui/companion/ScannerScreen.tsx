/** The camera stream with a viewfinder, the reason if it is unavailable, and a field for manual entry. */
import { useSelector } from '@xstate/react';
import CameraOff from 'lucide-react/icons/camera-off';
import Flashlight from 'lucide-react/icons/flashlight';
import FlashlightOff from 'lucide-react/icons/flashlight-off';
import type { FormEvent } from 'react';
import {
  type Scanner,
  selectCamera,
  selectIsLit,
  selectScanner,
} from '../../machines/companion/companion.selectors.ts';
import type { CameraTrouble, Misread } from '../../machines/companion/scanner.machine.ts';
import type { Translate } from '../hooks/translate.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { TextInput } from '../kit/TextInput.tsx';
import { useCompanion, useT } from './CompanionContext.ts';
import { Frame } from './Frame.tsx';
import { Hint } from './Hint.tsx';
import { Outcome } from './Outcome.tsx';

const AIM = 'absolute inset-[14%] fill-none stroke-(--vid-text) stroke-2 [stroke-linecap:round]';

export function ScannerScreen({ scanner }: { readonly scanner: Scanner }) {
  const t = useT();
  const { attach } = useCompanion();
  const camera = useSelector(scanner, selectCamera);
  const { trouble, hasTorch, misread } = useSelector(scanner, selectScanner);
  return (
    <Frame title={t('companion.scan.title')}>
      {camera === 'blind' && trouble ? (
        <Blind scanner={scanner} trouble={trouble} />
      ) : (
        <div className="relative aspect-square max-h-[60dvh] w-full overflow-hidden rounded-lg bg-(--vid)">
          <video
            className="size-full object-cover"
            ref={attach}
            muted
            playsInline
            autoPlay
            aria-label={t('companion.scan.picture')}
          />
          {/* Four corners: the centre of the image is decoded. */}
          <svg className={AIM} viewBox="0 0 100 100" aria-hidden="true">
            <path d="M2 20V8a6 6 0 0 1 6-6h12M80 2h12a6 6 0 0 1 6 6v12M98 80v12a6 6 0 0 1-6 6H80M20 98H8a6 6 0 0 1-6-6V80" />
          </svg>
          {hasTorch && <Torch scanner={scanner} />}
        </div>
      )}
      {camera !== 'blind' && (
        <Hint live>{t(camera === 'opening' ? 'companion.scan.opening' : 'companion.scan.aim')}</Hint>
      )}
      {misread && <Banner tone="warn" title={misreadText(t, misread)} text={t('companion.scan.notFollowed')} />}
      <TypeCode scanner={scanner} />
    </Frame>
  );
}

function Torch({ scanner }: { readonly scanner: Scanner }) {
  const t = useT();
  const lit = useSelector(scanner, selectIsLit);
  return (
    <IconButton
      className="absolute right-3 bottom-3"
      size="l"
      outlined
      pressed={lit}
      icon={lit ? FlashlightOff : Flashlight}
      label={t('companion.scan.torch')}
      onClick={() => scanner.send({ type: 'torch.toggle' })}
    />
  );
}

const TROUBLE = {
  denied: { title: 'companion.camera.denied', text: 'companion.camera.deniedText' },
  absent: { title: 'companion.camera.absent', text: 'companion.camera.absentText' },
  busy: { title: 'companion.camera.busy', text: 'companion.camera.busyText' },
  insecure: { title: 'companion.camera.insecure', text: 'companion.camera.insecureText' },
  broken: { title: 'companion.camera.broken', text: 'companion.camera.brokenText' },
} as const satisfies Record<CameraTrouble, object>;

function Blind({ scanner, trouble }: { readonly scanner: Scanner; readonly trouble: CameraTrouble }) {
  const t = useT();
  const { title, text } = TROUBLE[trouble];
  return (
    <Outcome tone="plain" icon={CameraOff} title={t(title)} text={t(text)}>
      {trouble !== 'insecure' && (
        <Button onClick={() => scanner.send({ type: 'camera.retry' })}>{t('common.retry')}</Button>
      )}
    </Outcome>
  );
}

function TypeCode({ scanner }: { readonly scanner: Scanner }) {
  const t = useT();
  const { typed } = useSelector(scanner, selectScanner);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    scanner.send({ type: 'code.submit' });
  };
  return (
    <form className="grid gap-3" onSubmit={submit}>
      <Field label={t('companion.scan.type')} hint={t('companion.scan.typeHint')}>
        <TextInput
          size="l"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={(value) => scanner.send({ type: 'code.type', value })}
        />
      </Field>
      <Button type="submit" size="l" wide disabledReason={typed.trim() ? undefined : t('companion.scan.typeFirst')}>
        {t('companion.scan.continue')}
      </Button>
    </form>
  );
}

function misreadText(t: Translate, misread: Misread): string {
  switch (misread.kind) {
    case 'elsewhere':
      return t('companion.misread.elsewhere', { host: misread.host });
    case 'ours':
      return t('companion.misread.ours');
    case 'link':
      return t('companion.misread.link', { host: misread.host });
    case 'text':
      return t('companion.misread.text', { text: misread.text });
  }
}
