/**
 * A dialog whose values survive a forced sign-out: they are stored in the tab while they are typed, and the page opens
 * the dialog with them when the same account is back. Closing the dialog and saving delete them.
 *
 *   recalling ──something was kept──▶ (the dialog, open)      recalling ──nothing, or an event of idle──▶ …
 *
 * The machine puts the parts into its own setup, starts the region in `recalling`, and calls `keepDialog` at each
 * change, with null when the dialog is closed. Wiring: app/wiring/keptForm.ts. What was kept is redacted like the fields
 * of the dialog: `outputs: { recallDialog: … }`.
 */
import { effect, promiseEffect } from '../effectStubs.ts';

type Recalled<Kept> = { event: { output: Kept | null } };

/** @typeParam Kept survives JSON */
export function keptDialog<Kept>() {
  return {
    actors: { recallDialog: promiseEffect<Kept | null>('recallDialog') },
    guards: { isRecalled: (_: unknown, { kept }: { kept: Kept | null }) => kept !== null },
    actions: { keepDialog: effect<{ kept: Kept | null }>('keepDialog') },
    /** Action: nothing is kept any more. */
    forget: { type: 'keepDialog', params: { kept: null } } as const,
    /**
     * @param on the events of `idle`: nobody has to wait for the browser
     * @param open the state of the dialog
     * @param assignRecalled the name of the action that takes `{ kept }`
     */
    recalling: <
      const On extends object,
      const Open extends string,
      const Act extends string,
      const Idle extends string,
    >(
      on: On,
      { open, assignRecalled, idle }: { open: Open; assignRecalled: Act; idle: Idle },
    ) =>
      ({
        on,
        invoke: {
          src: 'recallDialog',
          onDone: [
            {
              guard: { type: 'isRecalled', params: ({ event }: Recalled<Kept>) => ({ kept: event.output }) },
              target: open,
              actions: { type: assignRecalled, params: ({ event }: Recalled<Kept>) => ({ kept: event.output }) },
            },
            { target: idle },
          ],
          onError: { target: idle },
        },
      }) as const,
  } as const;
}
