/**
 * Runs a path of a model on the real machine and records the machine. If the path fails, the recording is saved in
 * test-results/capsules and its name printed; `/inspector` opens it.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyActorRef, InspectionEvent } from 'xstate';
import { packed } from '../../src/app/recorder/capsuleFile.ts';
import { EVERYTHING } from '../../src/machines/recording/fork.ts';
import { RECORDING_FORMAT, RECORDING_VERSION } from '../../src/machines/recording/format.ts';
import type { RedactionRules } from '../../src/machines/recording/redaction.ts';
import { createRecorder } from '../../src/machines/recording/recorder.ts';
import { transitionName } from '../../src/machines/recording/transitions.ts';
import { parentOf } from '../../src/machines/xstateInternals.ts';

export const CAPSULES = join('test-results', 'capsules');

/** A path of XState's test model. */
interface Walkable<Test> {
  description: string;
  test(test: Test): Promise<unknown>;
}
export interface WalkOptions {
  /** The subject of the model: the first part of the recording's file name. */
  model: string;
  /** The machine under test, or any actor of its system; already started. */
  actor: unknown;
  folder?: string;
}

export async function walk<Test>(
  path: Walkable<Test>,
  { model, actor, folder = CAPSULES }: WalkOptions,
  test: Test,
): Promise<void> {
  const record = recordFrom(actor as AnyActorRef);
  try {
    await path.test(test);
  } catch (error) {
    const name = join(folder, `${nameOf(model, path.description)}.capsule`);
    await mkdir(folder, { recursive: true });
    const file = await record.capsule(
      `${model}: ${path.description}: ${error instanceof Error ? error.message : String(error)}`,
    );
    await writeFile(name, new Uint8Array(await file.arrayBuffer()));
    console.error(`the walk is recorded in ${name}`);
    throw error;
  } finally {
    record.end();
  }
}

/** With a hash, because two paths can begin with the same sixty characters. */
const nameOf = (model: string, path: string): string =>
  `${slug(model)}-${slug(path).slice(0, 60)}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');

/** Tests record everything without redaction. */
const ALL = new Proxy({}, { get: () => EVERYTHING }) as Readonly<Record<string, RedactionRules>>;

/** Records from now on, including the actors that already exist. */
function recordFrom(actor: AnyActorRef) {
  const recorder = createRecorder({ now: Date.now, leaves: ALL, transitionId: transitionName });
  const childrenOf = (ref: AnyActorRef): AnyActorRef[] =>
    Object.values(
      (ref.getSnapshot() as { children?: Record<string, AnyActorRef | undefined> } | undefined)?.children ?? {},
    ).flatMap((child) => child ?? []);
  let root = actor;
  for (let above = parentOf(root); above; above = parentOf(root)) root = above;
  const there: AnyActorRef[] = [];
  const meet = (ref: AnyActorRef): void => {
    there.push(ref);
    recorder.observe({ type: '@xstate.actor', actorRef: ref, rootId: root.sessionId } as InspectionEvent);
    childrenOf(ref).forEach(meet);
  };
  meet(root);
  // Actors started before the recording: their first step is their current state.
  for (const ref of there)
    recorder.observe({
      type: '@xstate.event',
      actorRef: ref,
      sourceRef: parentOf(ref),
      event: { type: 'xstate.init' },
      rootId: root.sessionId,
    } as InspectionEvent);
  const { unsubscribe } = root.system.inspect((seen) => recorder.observe(seen));
  return {
    end: unsubscribe,
    capsule: (sentence: string): Promise<Blob> =>
      packed({
        format: RECORDING_FORMAT,
        version: RECORDING_VERSION,
        build: 'test',
        sentence,
        takenAt: Date.now(),
        page: '/',
        language: 'enUS',
        width: 1440,
        height: 900,
        dark: false,
        ...recorder.recording(),
      }),
  };
}
