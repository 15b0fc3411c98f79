/**
 * Runs a fork for fork.machine.ts: creates it, adds its recording to the store, executes commands and reports the
 * result. It performs no real effects.
 */
import { type AnyStateMachine, fromCallback } from 'xstate';
import { createFork, type Fork } from '../recording/fork.ts';
import type { OpenedRecording } from '../recording/opened.ts';
import { NotRestorable } from '../recording/restoreActors.ts';
import type { ForkInput, ForkReport, ForkCommand } from './fork.machine.ts';

export interface ForkShelf {
  get(key: string): OpenedRecording | null;
  /** Stores a new object after each action. */
  put(key: string, capsule: OpenedRecording): void;
  drop(key: string): void;
}

/** @param newKey creates the key of the fork's recording, which exists while the fork runs */
export const runFork = (
  shelf: ForkShelf,
  machines: () => Promise<Readonly<Record<string, AnyStateMachine>>>,
  newKey: () => string,
) =>
  fromCallback<ForkCommand, ForkInput>(({ input, sendBack, receive }) => {
    const key = newKey();
    let fork: Fork | null = null;
    let ended = false;
    const tell = (report: ForkReport): void => sendBack(report);
    const grew = (made: Fork): void => {
      const grown = made.capsule();
      shelf.put(key, grown);
      tell({
        type: 'fork.grew',
        key,
        length: grown.recording.steps.length,
        at: made.now(),
        next: made.next(),
        effects: [...made.effects()],
        broken: made.broken(),
      });
    };
    machines()
      .then((found) => {
        const capsule = shelf.get(input.capsule);
        if (ended) return;
        if (!capsule) throw new Error(`there is no recording at ${input.capsule}`);
        const made = createFork({ capsule, step: input.step, machines: found });
        fork = made;
        made.onChange(() => grew(made));
        grew(made);
      })
      .catch((error: unknown) => {
        if (ended) return;
        const { issues, message } =
          error instanceof NotRestorable
            ? error
            : { issues: [], message: error instanceof Error ? error.message : String(error) };
        tell({ type: 'fork.refused', issues, said: message });
      });
    receive((wish) => {
      if (wish.type === 'fork.advance') fork?.advance(wish.by);
      else if (fork?.send(wish.actor, wish.event) === false) tell({ type: 'fork.unheard' });
    });
    return () => {
      ended = true;
      fork?.stop();
      shelf.drop(key);
    };
  });
