/** The button of an act on a case: one name and icon wherever the act is offered. */
import Hand from 'lucide-react/icons/hand';
import type { Glyph } from '../icons/glyph.ts';
import { useT } from '../hooks/useT.ts';
import { Button, type ButtonProps } from '../kit/Button.tsx';
import type { Key } from '../hooks/localeTexts.ts';
import { type CaseAct, QUICK_ACT_NAMES } from './caseActs.ts';

interface CaseActButtonProps extends Pick<
  ButtonProps,
  'size' | 'variant' | 'wide' | 'icon' | 'busy' | 'disabledReason' | 'onClick' | 'aria-keyshortcuts'
> {
  readonly act: CaseAct;
  /** Of an act that only the case's page offers. */
  readonly name?: Key;
}

/** Those of acts that only the case's page offers belong to the page. */
const NAMES: Partial<Record<CaseAct, Key>> = QUICK_ACT_NAMES;
const ICONS: Partial<Record<CaseAct, Glyph>> = { take: Hand };

export function CaseActButton({ act, name = NAMES[act], icon = ICONS[act], ...rest }: CaseActButtonProps) {
  const t = useT();
  return (
    <Button icon={icon} {...rest}>
      {name && t(name)}
    </Button>
  );
}
