/** Prints the source of a test that replays a recorded path (testText.ts). */
import { actorName, type OpenedRecording } from './opened.ts';
import type { Json, Value } from './format.ts';
import type { Happening } from './path.ts';
import { machineFile } from '../all.ts';
import { restored } from './redact.ts';
import type { Divergence } from './replayRun.ts';

export interface TestBegin {
  id: string;
  systemId?: string | undefined;
  input?: Json | undefined;
  snapshot?: Json | undefined;
}
interface Printed {
  machine: string;
  begin: TestBegin;
  happenings: readonly Happening[];
  result: { value: Value; status: string; context: Readonly<Record<string, Json>> };
  unsure: readonly string[];
  capsule: OpenedRecording;
  /** Steps. */
  from: number;
  to: number;
  divergence: Divergence | null;
}

/** The folder that the generated imports are relative to. */
const TEST_FOLDER = 'tests/machines/recorded';

const INDENT = 2;
/** Removes characters that would end a comment or a line. */
const plain = (text: string): string => text.replace(/[^\p{L}\p{N} ._:"{}()[\],#-]/gu, ' ').slice(0, 200);
/** A source literal; lone surrogates and line separators are escaped. */
const literal = (value: Json, depth = 0): string => {
  const lines = JSON.stringify(value, null, INDENT) ?? 'undefined';
  return (lines.length < 100 ? JSON.stringify(value) : lines)
    .replace(/[\u2028\u2029]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)
    .replaceAll('\n', `\n${' '.repeat(depth)}`);
};

export function printTest({ machine, begin, happenings, result, unsure, capsule, from, to, divergence }: Printed): {
  text: string;
  fileName: string;
} {
  const { head, recording } = capsule;
  const time = new Date(Number.isFinite(head.takenAt) ? Math.min(Math.max(head.takenAt, 0), 8.64e15) : 0).toISOString();
  const { id, systemId, input, snapshot } = begin;
  const sends = happenings.map(({ event, path }) => {
    const into = path.map((name) => `, ${literal(name)}`).join('');
    return `  ${machine}.send(${literal(restored(event as unknown as Json), INDENT)}${into});`;
  });
  const who = plain(actorNameOf(recording, id, systemId));
  const fields =
    Object.keys(result.context).length === 0
      ? []
      : [`  expect(${machine}.context()).toMatchObject(${literal(result.context, INDENT)});`];
  const lines = [
    '/**',
    ` * Steps ${from} to ${to} of ${plain(machine)} (${who}), recorded at ${time} by version ${plain(head.build)}.`,
    ` * Belongs in ${TEST_FOLDER}/.`,
    ' * Values withheld from the recording are replaced by values of the same kind and length.',
    ...(divergence
      ? [` * It ends at step ${divergence.step}, ${plain(divergence.event)}, where the current machine diverges.`]
      : []),
    ...(unsure.length > 0
      ? [` * Not checked, because withheld values affected it: ${unsure.map(plain).join(', ')}.`]
      : []),
    ' */',
    `import { expect, it } from 'vitest';`,
    `import { ${machine}Machine } from '../../../src/machines/${machineFile(machine)}';`,
    `import { startRecorded } from '../../fakes/recorded.ts';`,
    '',
    `it('${plain(machine).replaceAll("'", ' ')} goes the recorded way', async () => {`,
    `  const ${machine} = await startRecorded(${machine}Machine, {`,
    `    id: ${literal(id)},`,
    ...(systemId === undefined ? [] : [`    systemId: ${literal(systemId)},`]),
    ...(snapshot === undefined ? [] : [`    snapshot: ${literal(snapshot, 2 * INDENT)},`]),
    ...(input === undefined ? [] : [`    input: ${literal(input, 2 * INDENT)},`]),
    '  });',
    ...sends,
    `  expect(${machine}.value()).toEqual(${literal(result.value as Json, INDENT)});`,
    ...(result.status === 'active' ? [] : [`  expect(${machine}.status()).toBe(${literal(result.status)});`]),
    ...fields,
    `  ${machine}.stop();`,
    '});',
    '',
  ];
  return {
    text: lines.join('\n'),
    fileName: `${machine}-${time.slice(0, 19).replace(/[:T]/gu, '-')}-${from}-${to}.test.ts`,
  };
}

const actorNameOf = (recording: OpenedRecording['recording'], id: string, systemId: string | undefined): string => {
  const number = Object.keys(recording.actors).find(
    (key) => recording.actors[key]?.id === id && recording.actors[key]?.systemId === systemId,
  );
  return number === undefined ? id : actorName(recording, Number(number));
};
