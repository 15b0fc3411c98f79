/** The problem report, in a separate chunk: the machine with its effects, and its dialog. */
import { fromPromise } from 'xstate';
import { problems } from '../../../contract/endpoints/problems.ts';
import { RECORDING_MAX_BYTES } from '../../../contract/rules/limits.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import type { Capsule, Recording } from '../../machines/recording/format.ts';
import { opened } from '../../machines/recording/opened.ts';
import { REPORT_KEY, reportMachine, type Survey } from '../../machines/report/report.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { base64 } from './encoding.ts';
import { packed } from './capsuleFile.ts';
import { headOf } from './capsuleHead.ts';

export { ReportDialog } from '../../ui/report/ReportDialog.tsx';

export function wireReport(services: Services) {
  const { world, recorder, capsules } = services;
  const heldStill = (): Omit<Capsule, 'sentence'> => {
    const found = capsules.get(REPORT_KEY);
    if (!found) throw new ApiError('unknownError');
    return { ...found.head, ...found.recording };
  };
  const survey = async (): Promise<Survey> => {
    const running = await recorder.whole();
    const recording = untilAsked(running.recording());
    const head = headOf(services, running, '');
    capsules.put(REPORT_KEY, opened(head, recording, []));
    const { size } = await packed({ ...head, ...recording });
    const machines = Object.values(recording.actors).filter(({ machine }) => machine !== undefined).length;
    return {
      since: recording.steps[0]?.at ?? head.takenAt,
      until: head.takenAt,
      steps: recording.steps.length,
      machines,
      bytes: size,
    };
  };
  const save = async (sentence: string): Promise<string> => {
    const capsule = { ...heldStill(), sentence };
    const name = `roundhouse-${new Date(capsule.takenAt).toISOString().slice(0, 19).replace(/[:T]/gu, '-')}.capsule`;
    world.save(await packed(capsule), name);
    return name;
  };
  const send = async (sentence: string, signal: AbortSignal): Promise<void> => {
    const capsule = { ...heldStill(), sentence };
    const file = await packed(capsule);
    if (file.size > RECORDING_MAX_BYTES)
      throw new ApiError('capsuleTooLarge', { words: { limit: RECORDING_MAX_BYTES / 2 ** 20 } });
    const { page, build, takenAt } = capsule;
    await createClient(problems, services.transport).send(
      { sentence, capsule: base64(await file.arrayBuffer()), page: page || '/', build, takenAt: Math.round(takenAt) },
      { signal },
    );
  };

  return reportMachine.provide({
    actors: {
      survey: fromPromise(survey),
      save: fromPromise<string, { sentence: string }>(({ input }) => save(input.sentence)),
      send: fromPromise<void, { sentence: string }>(({ input, signal }) => send(input.sentence, signal)),
    },
  });
}

/** Leaves out the steps from opening the report: the inspector must open at the state that the user saw. */
function untilAsked(recording: Recording): Recording {
  const asked = recording.steps.findLastIndex(({ event }) => event.type === 'app.reportWanted');
  return asked < 1 ? recording : { ...recording, steps: recording.steps.slice(0, asked) };
}
