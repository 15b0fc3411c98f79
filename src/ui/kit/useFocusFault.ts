/** Focuses the first faulty field of a form after a refused submit; the form's machine decides what is faulty. */
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

// A fieldset cannot have `aria-invalid`.
const FAULTY = '[aria-invalid="true"], [data-invalid="true"]';
const CONTROL = 'input:not([type=hidden]), textarea, select, button';

export interface FocusFault {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: FormEvent) => void;
  readonly onInput: () => void;
  readonly onBlur: () => void;
}

/** @param submit sends the event of the machine @returns the props of the form element */
export function useFocusFault(submit: () => void): FocusFault {
  const ref = useRef<HTMLFormElement>(null);
  /** A submit whose faults have not been seen: those of the server arrive later. */
  const isWaiting = useRef(false);
  const [, setSubmits] = useState(0);
  useEffect(() => {
    if (!isWaiting.current) return;
    const faulty = ref.current?.querySelector<HTMLElement>(FAULTY);
    if (!faulty) return;
    isWaiting.current = false;
    (faulty.matches(CONTROL) ? faulty : faulty.querySelector<HTMLElement>(CONTROL))?.focus();
  });
  /** The user is doing something else. */
  const stopWaiting = (): void => {
    isWaiting.current = false;
  };
  return {
    ref,
    onSubmit: (event) => {
      event.preventDefault();
      isWaiting.current = true;
      setSubmits((count) => count + 1);
      submit();
    },
    onInput: stopWaiting,
    onBlur: stopWaiting,
  };
}
