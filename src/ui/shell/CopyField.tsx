/** A value to copy and not to edit: a link, a secret, an ID. The result of copying is announced beside the label. */
import Copy from 'lucide-react/icons/copy';
import { useRef, useState } from 'react';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { copyText } from '../kit/exportText.ts';
import { Field } from '../kit/Field.tsx';
import { TextInput } from '../kit/TextInput.tsx';

const RESULT = { copied: 'shell.copy.done', failed: 'shell.copy.failed' } as const;

export interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  /** Copying is the main act of its dialog. */
  readonly primary?: boolean | undefined;
}

export function CopyField({ label, value, hint, primary = false }: CopyFieldProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<{ readonly value: string; readonly result: keyof typeof RESULT }>();
  const copy = (): void =>
    void copyText(value, input.current).then((isCopied) =>
      setCopied({ value, result: isCopied ? 'copied' : 'failed' }),
    );
  return (
    <Field
      label={label}
      hint={hint}
      aside={
        <span role="status" className="font-normal text-text-2">
          {copied?.value === value && t(RESULT[copied.result])}
        </span>
      }
    >
      <div className="flex gap-2">
        <TextInput
          ref={input}
          className="flex-1"
          readOnly
          value={value}
          onChange={() => undefined}
          onFocus={(event) => event.target.select()}
        />
        <Button
          variant={primary ? 'primary' : 'secondary'}
          icon={Copy}
          aria-label={t('common.copyOf', { label })}
          onClick={copy}
          onBlur={() => setCopied(undefined)}
        >
          {t('common.copy')}
        </Button>
      </div>
    </Field>
  );
}
