/** The button of an act on a case: one name, icon and key, wherever the act is offered. */
import Hand from 'lucide-react/icons/hand';
import type { Glyph } from '../icons/glyph.ts';
import { useT } from '../hooks/useT.ts';
import { Button, type ButtonProps } from '../kit/Button.tsx';
import { type CaseAct, CASE_ACT_NAMES } from './caseActs.ts';

interface CaseActButtonProps extends Pick<
  ButtonProps,
  'size' | 'variant' | 'wide' | 'icon' | 'busy' | 'disabledReason' | 'onClick' | 'aria-keyshortcuts'
> {
  readonly act: CaseAct;
}

/** Icons that every place shows; those of acts that only the case's page offers belong to the page. */
const ICONS: Partial<Record<CaseAct, Glyph>> = { take: Hand };

export function CaseActButton({ act, icon = ICONS[act], ...rest }: CaseActButtonProps) {
  const t = useT();
  return (
    <Button icon={icon} {...rest}>
      {t(CASE_ACT_NAMES[act])}
    </Button>
  );
}
