/** Why a value or a form is not accepted; announced as soon as it appears. */
import type { ReactNode } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Icon } from './Icon.tsx';

interface FieldErrorProps {
  readonly id?: string | undefined;
  readonly children: ReactNode;
}

export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} className="field-error" role="alert">
      <Icon of={CircleAlert} size={14} />
      {children}
    </p>
  );
}
