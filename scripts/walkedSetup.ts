/**
 * Setup before each test file of a recording (walkedTransitions.ts): records every transition taken by actors of the
 * product's machines and writes them to the folder ROUNDHOUSE_WALKED when the file is done and none of its tests
 * failed. Machines that tests define themselves do not count, whatever their id.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Actor, type AnyActor, type InspectionEvent } from 'xstate';
import { afterAll, beforeEach } from 'vitest';
import { loadMachines } from '../src/machines/all.ts';
import { parentOf, takenTransitions } from '../src/machines/xstateInternals.ts';
import { transitionId } from '../src/ui/chart/chartOf.ts';

const folder = process.env['ROUNDHOUSE_WALKED'];
if (folder === undefined) throw new Error('ROUNDHOUSE_WALKED is not set to a folder');

/** A machine with provided implementations shares its configuration with the original. */
const known = new Map<unknown, string>(
  Object.entries(await loadMachines()).map(([id, machine]) => [machine.config, id]),
);
const taken: Record<string, string[]> = {};

function note(event: InspectionEvent): void {
  if (event.type !== '@xstate.microstep') return;
  for (const definition of takenTransitions(event)) {
    const machine = known.get(definition.source.machine.config);
    if (machine === undefined) continue;
    const id = transitionId(definition);
    const ids = (taken[machine] ??= []);
    if (!ids.includes(id)) ids.push(id);
  }
}

const seen = new WeakSet<object>();
const start = Actor.prototype.start;
// Child actors report to the system of their root, so inspecting roots is enough.
Actor.prototype.start = function startNoted(this: AnyActor) {
  if (parentOf(this) === undefined && !seen.has(this)) {
    seen.add(this);
    this.system.inspect(note);
  }
  return start.call(this);
} as typeof start;

let failed = false;
beforeEach(({ onTestFailed }) =>
  onTestFailed(() => {
    failed = true;
  }),
);
afterAll(() => {
  if (!failed) writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(taken));
});
