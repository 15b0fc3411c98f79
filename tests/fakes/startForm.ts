/** A form machine with an API that the test resolves and visible drafts. */
import { createActor, fromCallback, fromPromise, setup, SimulatedClock, type AnyEventObject } from 'xstate';
import type { FormFields, FormMachine } from '../../src/machines/factories/form.ts';
import { settle } from './settle.ts';

export async function startForm(machine: FormMachine, saved: FormFields, recalled: FormFields | null = null) {
  const saves: { fields: FormFields; answer(): void; refuse(error: unknown): void; signal: AbortSignal }[] = [];
  const drafts: (FormFields | null)[] = [];
  const told: { to: string; event: AnyEventObject }[] = [];
  const clock = new SimulatedClock();
  const scribe = fromCallback<AnyEventObject, { name: string }>(({ input: { name }, receive }) =>
    receive((event) => void told.push({ to: name, event })),
  );
  const form = machine.provide({
    actors: {
      recallDraft: fromPromise<FormFields | null>(async () => recalled),
      save: fromPromise<unknown, { fields: FormFields }>(
        ({ input, signal }) =>
          new Promise<unknown>(
            (resolve, refuse) => void saves.push({ fields: input.fields, answer: () => resolve(null), refuse, signal }),
          ),
      ),
    },
    actions: { keepDraft: (_, { draft }) => void drafts.push(draft) },
  });
  const root = createActor(
    setup({ actors: { scribe, form } }).createMachine({
      invoke: [
        { src: 'scribe', id: 'notices', systemId: 'notices', input: { name: 'notices' } },
        { src: 'scribe', id: 'session', systemId: 'session', input: { name: 'session' } },
        { src: 'form', id: 'form', systemId: 'form', input: { saved } },
      ],
    }),
    { clock },
  ).start();
  await settle();
  const actor = root.getSnapshot().children['form'] as ReturnType<typeof createActor<FormMachine>>;
  return {
    actor,
    saves,
    drafts,
    told,
    clock,
    at: () => actor.getSnapshot(),
    type: (field: string, value: string) => actor.send({ type: 'field.change', field, value }),
    submit: () => actor.send({ type: 'form.submit' }),
    async after(act: () => void) {
      act();
      await settle();
    },
  };
}
