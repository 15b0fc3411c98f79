/** Wires the face recognition records to the API; days are whole days in the time zone of the site in the frame. */
import { fromCallback, fromPromise } from 'xstate';
import { faces } from '../../../contract/endpoints/faces.ts';
import type { FaceDetails, FacePerson } from '../../../contract/entities/face.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { type FacePersonFields, facePersonFormMachine } from '../../machines/faceRecords/facePersonForm.machine.ts';
import {
  faceSettingFormMachine,
  type FaceSettingFormFields,
  typedDays,
} from '../../machines/faceRecords/faceSettingForm.machine.ts';
import { faceRecordsMachine } from '../../machines/faceRecords/faceRecords.machine.ts';
import type {
  FacesResult,
  FaceTask,
  RequestAnswer,
  RevealAnswer,
  RevealRequest,
} from '../../machines/faceRecords/faceRecords.setup.ts';
import type { FaceQuery } from '../../machines/faceRecords/faceRecordsQuery.ts';
import { createClient } from '../../services/api.ts';
import { type TabParts, watchTab } from '../../services/tabVisibility.ts';
import type { Services } from '../services.ts';
import { spanOf } from './spanOf.ts';
import { zoneIn } from './fleetSite.ts';

export function wireFaceRecords({ transport, present, world }: Services, browser: TabParts = { window, document }) {
  const api = createClient(faces, transport);
  const filterOf = ({ robots, selectType, name, ...range }: FaceQuery, zone: string) => ({
    serialNumberStr: robots.join(','),
    selectType,
    name: name.trim(),
    ...spanOf(range, zone, world.clock.now()),
  });
  return faceRecordsMachine.provide({
    actors: {
      loadList: fromPromise<FacesResult, FaceQuery>(async ({ input, signal, system }) => {
        const zone = await zoneIn(system, signal);
        const [found, { rows: settings }, { rows: requests }] = await Promise.all([
          api.list({ ...filterOf(input, zone), page: input.page, limit: PAGE_SIZE.first }, { signal }),
          api.settings({}, { signal }),
          // The list is worth showing without them; they are read again with it.
          api.revealRequests({}, { signal }).catch((error: unknown) => {
            signal.throwIfAborted();
            world.log(error);
            return { rows: [] };
          }),
        ]);
        return { ...found, settings, requests };
      }),
      loadDetail: fromPromise<FaceDetails, { id: string }>(({ input: { id }, signal }) =>
        api.details({ faceId: id }, { signal }),
      ),
      loadPersons: fromPromise<{ rows: readonly FacePerson[] }, { siteId: string }>(({ input, signal }) =>
        api.persons(input, { signal }),
      ),
      checkFace: fromPromise<null, { id: string }>(({ input: { id }, signal }) =>
        api.check({ faceId: id }, { signal }),
      ),
      askReveal: fromPromise<null, RevealRequest>(({ input, signal }) => api.askReveal(input, { signal })),
      answerRequest: fromPromise<null, RequestAnswer>(({ input, signal }) => api.answerReveal(input, { signal })),
      revealFace: fromPromise<RevealAnswer, RevealRequest>(async ({ input, signal }) => {
        const { faceId } = input;
        const { ticket, until } = await api.reveal(input, { signal });
        const file = await api.open({ faceId, ticket }, { signal });
        const { faces: images } = present();
        await images.put(faceId, file);
        // The page was left meanwhile: nobody would remove the picture.
        if (signal.aborted) images.drop(faceId);
        return { until };
      }),
      holdPicture: fromCallback<{ type: string }, { faceId: string }>(({ input: { faceId }, sendBack }) => {
        const stop = watchTab(browser, (seen) => {
          if (seen === 'hidden') sendBack({ type: 'reveal.close' });
        });
        return () => {
          stop();
          present().faces.drop(faceId);
        };
      }),
      act: fromPromise<null, { task: FaceTask }>(({ input: { task }, signal }) =>
        task.type === 'delete'
          ? api.remove({ faceId: task.id }, { signal })
          : api.erase({ personId: task.id }, { signal }),
      ),
      exportFaces: fromPromise<void, FaceQuery>(async ({ input, signal, system }) => {
        const zone = await zoneIn(system, signal);
        const file = await api.export({ ...filterOf(input, zone), timeZone: zone }, { signal });
        world.save(file, file.name);
      }),
      personForm: facePersonFormMachine.provide({
        // Names are not kept in the tab.
        actions: { keepDraft: () => {} },
        actors: {
          save: fromPromise<null, { fields: FacePersonFields }>(async ({ input: { fields }, signal }) => {
            const { faceId, name, personKind, consentNote } = fields;
            // The form is only saved with consent.
            await api.register({ faceId, name, personKind, consent: true, consentNote }, { signal });
            return null;
          }),
        },
      }),
      settingForm: faceSettingFormMachine.provide({
        actions: { keepDraft: () => {} },
        actors: {
          save: fromPromise<null, { fields: FaceSettingFormFields }>(async ({ input: { fields }, signal }) => {
            const { siteId, isOn, ground, revision, most } = fields;
            const days = { pictureDays: typedDays(fields.pictureDays), rowDays: typedDays(fields.rowDays) };
            await (most
              ? api.shortenDays({ siteId, revision, ...days }, { signal })
              : api.saveSetting({ siteId, isOn, ground, revision, ...days }, { signal }));
            return null;
          }),
        },
      }),
    },
  });
}
