/**
 * Copy as test (design 10): the source of a test that replays a machine's path in a recording. The path is replayed
 * before the source is returned.
 */
import type { AnyStateMachine } from 'xstate';
import type { Json, Step, Value } from './format.ts';
import type { OpenedRecording } from './opened.ts';
import { type Happening, happenings } from './path.ts';
import { persistedAt } from './persisted.ts';
import { isWithheld, restored } from './redact.ts';
import { type Divergence, type Rerun, startReplayRun } from './replayRun.ts';
import { isReload } from './replay.ts';
import { momentAt } from './restoreActors.ts';
import { printTest, type TestBegin } from './testPrint.ts';

export interface TestRequest {
  capsule: OpenedRecording;
  actor: number;
  /** The machine's start, or the state after a step. */
  from: 'start' | number;
  to: number;
  machines: Readonly<Record<string, AnyStateMachine>>;
}
export interface WrittenTest {
  text: string;
  fileName: string;
  /** The number of events that the test sends. */
  events: number;
  /** The test ends at this point. */
  divergence: Divergence | null;
  /** Fields that the test does not check, because redacted values influenced them. */
  unsure: readonly string[];
}
export interface TestRefusal {
  refusal: 'noMachine' | 'noStart' | 'inputWithheld' | 'notThen' | 'tooLong' | 'notStandable';
  said: string;
}
/** A longer test is not readable. */
const MOST_EVENTS = 2_000;
const LONGEST_FIELD = 4_000;

const refused = (refusal: TestRefusal['refusal'], said = ''): TestRefusal => ({ refusal, said });
const textOf = (value: Value | undefined): string => JSON.stringify(value ?? null);

export function testOf({ capsule, actor, from, to, machines }: TestRequest): WrittenTest | TestRefusal {
  const { recording, replay } = capsule;
  const { actors, steps } = recording;
  const info = Object.hasOwn(actors, actor) ? actors[actor] : undefined;
  const machine =
    info?.machine !== undefined && Object.hasOwn(machines, info.machine) ? machines[info.machine] : undefined;
  if (!info || !machine) return refused('noMachine', info?.machine ?? '');
  const last = (wanted: (step: Step) => boolean): number => steps.slice(0, to + 1).findLastIndex(wanted);
  // A test cannot contain a reload of the page: it begins after the last one.
  const begun =
    from === 'start'
      ? last((step) => step.actor === actor && step.event.type === 'xstate.init')
      : steps.slice(from + 1, to + 1).some(isReload)
        ? last((step) => step.actor === capsule.root && step.event.type === 'xstate.init')
        : from;
  if (begun < 0 && from === 'start') return refused('noStart');
  const before = momentAt(capsule, begun);
  const state = Object.hasOwn(before.states, actor) ? before.states[actor] : undefined;
  if (!state || state.status !== 'active') return refused('notThen');
  const input = from === 'start' ? steps[begun]?.event['input'] : undefined;
  if (isWithheldValue(input)) return refused('inputWithheld');

  const way = happenings(recording, actor, begun + 1, to, (step) => replay.momentAt(step));
  if (way.length > MOST_EVENTS) return refused('tooLong', String(way.length));
  const begin: TestBegin = {
    id: info.id,
    systemId: info.systemId,
    ...(from === 'start'
      ? { input: restored(input ?? null) ?? undefined }
      : { snapshot: persistedAt(before, actors, actor) as unknown as Json }),
  };
  let rerun: Rerun;
  const recordedAt = (step: number) => replay.momentAt(step).states[actor];
  let took: ReturnType<typeof takeAgain>;
  try {
    rerun = startReplayRun({ machine, machines, ...begin });
    took = takeAgain(rerun, way, begun, to, recordedAt);
    if (took.divergence) {
      // The diverging event and its effects are not part of the test.
      rerun.stop();
      rerun = startReplayRun({ machine, machines, ...begin });
      for (const {
        happening: { event, path },
      } of took.taken)
        rerun.send(toldOf(event), ...path);
    }
  } catch (error) {
    return refused('notStandable', error instanceof Error ? error.message : String(error));
  }
  const { taken, divergence } = took;
  const end = taken.at(-1)?.until ?? untilOf(way, -1, begun, to);
  const { fields, unsure } = changedFields(state.context, recordedAt(end)?.context ?? null, rerun.context());
  const result = { value: rerun.value(), status: rerun.status(), context: fields };
  rerun.stop();
  const { text, fileName } = printTest({
    machine: machine.id,
    begin,
    happenings: taken.map(({ happening }) => happening),
    result,
    unsure,
    capsule,
    from: begun,
    to: end,
    divergence,
  });
  return { text, fileName, events: taken.length, divergence, unsure };
}

const isWithheldValue = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isWithheld(value);

/** The last step before the next outside event: all consequences of the previous one are complete by then. */
const untilOf = (way: readonly Happening[], index: number, begun: number, to: number): number =>
  Math.max(begun, (way[index + 1]?.step ?? to + 1) - 1);

const toldOf = (event: Happening['event']): { type: string } => restored(event as unknown as Json) as { type: string };

interface Taken {
  happening: Happening;
  until: number;
}
/** Replays the events until the first divergence. */
function takeAgain(
  rerun: Rerun,
  way: readonly Happening[],
  begun: number,
  to: number,
  recordedAt: (step: number) => { value: Value; status: string } | undefined,
) {
  const taken: Taken[] = [];
  const differs = (until: number): string | null => {
    const recorded = recordedAt(until);
    // Stopped by its parent: not a divergence of its own.
    if (!recorded || recorded.status === 'stopped') return null;
    return rerun.broken() ?? (textOf(recorded.value) === textOf(rerun.value()) ? null : textOf(rerun.value()));
  };
  const at = (step: number, event: string, found: string): Divergence => ({
    step,
    event,
    found,
    recorded: textOf(recordedAt(untilOf(way, taken.length, begun, to))?.value),
  });
  const wrong = differs(untilOf(way, -1, begun, to));
  if (wrong !== null) return { taken, divergence: at(begun, 'xstate.init', wrong) };
  for (const [index, happening] of way.entries()) {
    const { step, path, event } = happening;
    if (!rerun.send(toldOf(event), ...path))
      return { taken, divergence: at(step, event.type, rerun.broken() ?? rerun.status()) };
    const found = differs(untilOf(way, index, begun, to));
    if (found !== null) return { taken, divergence: at(step, event.type, found) };
    taken.push({ happening, until: untilOf(way, index, begun, to) });
  }
  return { taken, divergence: null };
}

/** Changed fields that are not redacted and are equal in the recording and in the replay. */
function changedFields(before: Json, after: Json, found: unknown): { fields: Record<string, Json>; unsure: string[] } {
  const fields: Record<string, Json> = {};
  const unsure: string[] = [];
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  const now = fieldsOf(found as Json);
  for (const [name, value] of Object.entries(is)) {
    if (
      name === '__proto__' ||
      JSON.stringify(Object.hasOwn(was, name) ? was[name] : undefined) === JSON.stringify(value)
    )
      continue;
    const text = JSON.stringify(value);
    if (text.length > LONGEST_FIELD || hasWithheld(value)) continue;
    if (canonical(value) === canonical((Object.hasOwn(now, name) ? now[name] : undefined) ?? null))
      fields[name] = value;
    else unsure.push(name);
  }
  return { fields, unsure };
}
const fieldsOf = (value: Json): Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, Json>>) : {};

const hasWithheld = (value: Json): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (isWithheldValue(value) || Object.values(value).some((inner: Json) => hasWithheld(inner)));
/** Neither key order nor undefined fields change a value. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
