/** Form element: Enter in any field submits; the browser's own validation messages are off. */
import type { ReactNode } from 'react';
import type { VerifiedFormRef } from '../../../machines/verification/verification.selectors.ts';
import { useFocusFault } from '../../kit/useFocusFault.ts';

export function VerifiedFormBox({
  screen,
  children,
}: {
  readonly screen: VerifiedFormRef;
  readonly children: ReactNode;
}) {
  const form = useFocusFault(() => screen.send({ type: 'form.submit' }));
  return (
    <form className="grid gap-4.5" noValidate {...form}>
      {children}
    </form>
  );
}
