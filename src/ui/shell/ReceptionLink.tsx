/** The number of a site's reception: pressing it opens the phone's dialer. Nothing without a number. */
import Phone from 'lucide-react/icons/phone';
import { barePhoneNumber } from '../../../contract/rules/phoneNumber.ts';
import { useT } from '../hooks/useT.ts';
import { buttonClass, type ButtonSize } from '../kit/Button.tsx';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';

interface ReceptionLinkProps {
  /** With its country code; older servers leave it out. */
  readonly number: string | undefined;
  readonly size?: ButtonSize;
  readonly className?: string;
}

export function ReceptionLink({ number, size = 'm', className }: ReceptionLinkProps) {
  const t = useT();
  if (!number) return null;
  return (
    <a href={`tel:${barePhoneNumber(number)}`} className={classes(buttonClass('secondary', size), className)}>
      <Icon of={Phone} size={16} />
      <span>{t('common.callReception', { number })}</span>
    </a>
  );
}
