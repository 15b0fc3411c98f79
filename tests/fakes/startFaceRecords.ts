/** Starts the machine of the face recognition records with services that a test controls. */
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { FaceDetails, FacePerson, FaceSetting } from '../../contract/entities/face.ts';
import type { ErrorName } from '../../contract/wire/errors.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { facePersonFormMachine, type FacePersonFields } from '../../src/machines/faceRecords/facePersonForm.machine.ts';
import {
  faceSettingFormMachine,
  type FaceSettingFormFields,
} from '../../src/machines/faceRecords/faceSettingForm.machine.ts';
import { faceRecordsMachine } from '../../src/machines/faceRecords/faceRecords.machine.ts';
import type {
  FacesResult,
  FaceTask,
  RequestAnswer,
  RevealAnswer,
  RevealRequest,
} from '../../src/machines/faceRecords/faceRecords.setup.ts';
import type { FaceQuery } from '../../src/machines/faceRecords/faceRecordsQuery.ts';
import { FACE_NOW, sampleFace, sampleFaceDetails, sampleFacePerson, sampleFaceSetting } from './faceSample.ts';

export type FaceCall =
  'ask' | 'answer' | 'list' | 'detail' | 'persons' | 'check' | 'reveal' | 'act' | 'export' | 'register' | 'setting';

export function faceServices({
  details = sampleFaceDetails(),
  settings = [sampleFaceSetting()],
  persons = [sampleFacePerson()],
  rows = [sampleFace()],
  requests = [],
}: {
  details?: FaceDetails;
  settings?: readonly FaceSetting[];
  persons?: readonly FacePerson[];
  rows?: FacesResult['rows'];
  requests?: FacesResult['requests'];
} = {}) {
  const calls: { call: FaceCall; input: unknown }[] = [];
  const broken = new Map<FaceCall, ErrorName>();
  /** Ids of the records whose clear picture is in memory. */
  const held = new Set<string>();
  let hide: () => void = () => {};
  const answer = <Output>(call: FaceCall, input: unknown, output: Output): Output => {
    calls.push({ call, input });
    const error = broken.get(call);
    if (error) throw new ApiError(error);
    return output;
  };
  const machine = faceRecordsMachine.provide({
    actors: {
      loadList: fromPromise<FacesResult, FaceQuery>(async ({ input }) =>
        answer('list', input, {
          total: rows.length,
          rows,
          counts: { all: rows.length, registered: 0, stranger: rows.length, highTemperature: 1 },
          settings,
          requests,
        }),
      ),
      loadDetail: fromPromise<FaceDetails, { id: string }>(async ({ input }) =>
        answer('detail', input, { ...details, record: { ...details.record, id: input.id } }),
      ),
      loadPersons: fromPromise<{ rows: readonly FacePerson[] }, { siteId: string }>(async ({ input }) =>
        answer('persons', input, { rows: persons }),
      ),
      checkFace: fromPromise<null, { id: string }>(async ({ input }) => answer('check', input, null)),
      revealFace: fromPromise<RevealAnswer, RevealRequest>(async ({ input }) => {
        const found = answer('reveal', input, { until: FACE_NOW + 60_000 });
        held.add(input.faceId);
        return found;
      }),
      askReveal: fromPromise<null, RevealRequest>(async ({ input }) => answer('ask', input, null)),
      answerRequest: fromPromise<null, RequestAnswer>(async ({ input }) => answer('answer', input, null)),
      holdPicture: fromCallback<AnyEventObject, { faceId: string }>(({ input, sendBack }) => {
        hide = () => sendBack({ type: 'reveal.close' });
        return () => void held.delete(input.faceId);
      }),
      act: fromPromise<null, { task: FaceTask }>(async ({ input }) => answer('act', input.task, null)),
      exportFaces: fromPromise<void, FaceQuery>(async ({ input }) => answer('export', input, undefined)),
      personForm: facePersonFormMachine.provide({
        actions: { keepDraft: () => {} },
        actors: {
          save: fromPromise<null, { fields: FacePersonFields }>(async ({ input }) =>
            answer('register', input.fields, null),
          ),
        },
      }),
      settingForm: faceSettingFormMachine.provide({
        actions: { keepDraft: () => {} },
        actors: {
          save: fromPromise<null, { fields: FaceSettingFormFields }>(async ({ input }) =>
            answer('setting', input.fields, null),
          ),
        },
      }),
    },
  });
  return {
    machine,
    calls,
    held,
    of: (call: FaceCall) => calls.filter((one) => one.call === call).map(({ input }) => input),
    breaks: (call: FaceCall, error: ErrorName = 'serverError') => void broken.set(call, error),
    works: (call: FaceCall) => void broken.delete(call),
    hideTab: () => hide(),
  };
}
