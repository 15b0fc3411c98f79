/** What the forms of this page share: the texts of faults, and submitting. */
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { type SignInRef, selectFault } from '../../../machines/signIn/signIn.selectors.ts';
import type { SignInField } from '../../../machines/signIn/signInRules.ts';
import { useT } from '../../hooks/useT.ts';

/** What is wrong in a field. Complete keys would enlarge the first page that is loaded. */
export function useFault(screen: SignInRef, field: SignInField): string | undefined {
  const t = useT();
  const fault = useSelector(screen, selectFault(field));
  // texts: signIn.fault.*
  return fault ? t(`signIn.fault.${fault}`) : undefined;
}

/**
 * Submits the form and focuses its first faulty field. All faults at fields are known at once, so that `useFocusFault`,
 * which waits for those of the server, is not needed: it would enlarge the page too.
 */
export const submitForm =
  (screen: SignInRef) =>
  (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    screen.send({ type: 'form.submit' });
    // After React has rendered the faults.
    queueMicrotask(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
