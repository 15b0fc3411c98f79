/** The recorder starts with some rules and learns the others; a machine must not start before its rules are known. */
import type { AnyStateMachine } from 'xstate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { entries } from '../../../src/app/pageRegistry.ts';
import type { Services } from '../../../src/app/services.ts';
import { loadMachines } from '../../../src/machines/all.ts';
import { firstRedactionRules } from '../../../src/machines/recording/firstRedactionRules.ts';
import type { RedactionRules } from '../../../src/machines/recording/redaction.ts';
import { redactionRules } from '../../../src/machines/recording/redactionRules.ts';
import { childLogics, isMachine } from '../../../src/machines/xstateInternals.ts';

/** The machine, and all machines that it can start. */
function idsIn(machine: AnyStateMachine, found = new Set<string>()): Set<string> {
  if (found.has(machine.id)) return found;
  found.add(machine.id);
  for (const [, logic] of childLogics(machine)) if (isMachine(logic)) idsIn(logic, found);
  return found;
}

describe('the rules that the recorder starts with', () => {
  it('are those of the app, its frame, sign-in and home, with all machines that these start', async () => {
    const machines = await loadMachines();
    const first = ['app', 'connection', 'fleet', 'frame', 'home', 'signIn'].flatMap((id) => [...idsIn(machines[id]!)]);
    expect([...new Set(first)].filter((id) => !firstRedactionRules[id])).toEqual([]);
  });

  it('are not all', () => {
    expect(redactionRules).toMatchObject(firstRedactionRules);
    expect(Object.keys(firstRedactionRules).length).toBeLessThan(Object.keys(redactionRules).length / 3);
  });
});

describe('the rules of a page', () => {
  // Wiring a page reads parts of the services and of the browser; nothing of them is called.
  const part: unknown = new Proxy(() => part, { get: (_, key) => (key === Symbol.toPrimitive ? () => '' : part) });
  afterEach(() => vi.unstubAllGlobals());

  it.each([...entries.keys()].filter((name) => name !== 'home'))('%s are known once it is loaded', async (name) => {
    for (const name of ['window', 'document', 'localStorage']) vi.stubGlobal(name, part);
    let known: Readonly<Record<string, RedactionRules>> = firstRedactionRules;
    const services = new Proxy(
      {
        recorder: {
          learnRules: (more: typeof known) => {
            known = { ...known, ...more };
          },
        },
      },
      { get: (own, key) => (key === 'recorder' ? own.recorder : part) },
    ) as unknown as Services;
    const { machine } = await entries.get(name)!.load(services);
    expect([...idsIn(machine)].filter((id) => !known[id])).toEqual([]);
  });
});
