/** Form element: Enter in any field submits; the browser's own validation messages are off. */
import type { FormEvent, ReactNode } from 'react';
import type { VerifiedFormRef } from '../../../machines/verification/verification.selectors.ts';

export function VerifiedFormBox({
  screen,
  children,
}: {
  readonly screen: VerifiedFormRef;
  readonly children: ReactNode;
}) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    screen.send({ type: 'form.submit' });
  };
  return (
    <form className="grid gap-4.5" noValidate onSubmit={submit}>
      {children}
    </form>
  );
}
