/** Moves the focus to the first faulty field after a submit: at once, or when the response to it has arrived. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

// A `fieldset` cannot have `aria-invalid`.
const FAULTY = '[aria-invalid="true"], [data-invalid="true"]';
const CONTROL = 'input:not([type=hidden]), textarea, select, button';

export interface FaultFocus {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Calls the function that submits, and looks for faults in what it renders. */
  submit(onSubmit: () => void): void;
  readonly onInput: () => void;
}

export function useFaultFocus(busy: boolean): FaultFocus {
  const form = useRef<HTMLFormElement>(null);
  const stage = useRef<'idle' | 'submitted' | 'waiting'>('idle');
  const focusFault = (): void => {
    const faulty = form.current?.querySelector<HTMLElement>(FAULTY);
    if (!faulty) return;
    stage.current = 'idle';
    (faulty.matches(CONTROL) ? faulty : faulty.querySelector<HTMLElement>(CONTROL))?.focus();
  };
  useLayoutEffect(() => {
    if (stage.current === 'idle') return;
    if (busy) {
      stage.current = 'waiting';
      return;
    }
    focusFault();
    if (stage.current === 'waiting') stage.current = 'idle';
  });
  return {
    form,
    submit: (onSubmit) => {
      stage.current = 'submitted';
      // The fields can render on their own, without this component.
      flushSync(onSubmit);
      if (stage.current === 'submitted') focusFault();
    },
    // A fault found while typing does not move the focus.
    onInput: () => void (stage.current = 'idle'),
  };
}
