/** Wires the contacts of the current robot's site to the API. */
import { fromPromise } from 'xstate';
import { alarmRules } from '../../../contract/endpoints/alarmRules.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type ContactFields, alarmContactFormMachine } from '../../machines/contacts/alarmContactForm.machine.ts';
import {
  type ContactsResult,
  contactsMachine,
  type ContactTask,
  type PhoneQuestion,
} from '../../machines/contacts/contacts.machine.ts';
import { failure, type Failure } from '../../machines/failure.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { currentRobot } from './fleetSite.ts';
import { keptEditor } from './keptForm.ts';

/** As the server does when it saves. */
async function checkPhone({ typed, others }: PhoneQuestion): Promise<Failure | null> {
  const { isValidPhoneNumber, phoneNumberOf } = await import('../../../contract/rules/phonePlans.ts');
  const phoneNumber = phoneNumberOf(typed, '');
  const field = 'phoneNumber';
  if (phoneNumber === null || !isValidPhoneNumber(phoneNumber)) return { ...failure(ERRORS.contactPhoneWrong), field };
  const twin = others.find((one) => one.phoneNumber === phoneNumber);
  return twin ? { ...failure(ERRORS.contactPhoneTaken, { name: twin.name }), field } : null;
}

export function wireContacts({ transport, world }: Services) {
  const api = createClient(alarmRules, transport);

  const load = async (serialNumber: string, signal: AbortSignal): Promise<ContactsResult> => {
    const [roles, { timeZone, rows }] = await Promise.all([
      api.roles({ serialNumber }, { signal }),
      api.contacts({ serialNumber }, { signal }),
    ]);
    return { rows, total: rows.length, roles, timeZone, serialNumber };
  };
  const save = async (fields: ContactFields, signal: AbortSignal): Promise<null> => {
    const { what, serialNumber, id, revision, name, phoneNumber, email, roleIds, hours, quietDays } = fields;
    if (what === 'role') await api.saveRole({ serialNumber, id, roleName: name, revision }, { signal });
    else
      await api.saveContact(
        {
          serialNumber,
          id,
          contactName: name,
          phoneNumber,
          email,
          roleIds: [...roleIds],
          hours: [...hours],
          quietDays: [...quietDays],
          revision,
        },
        { signal },
      );
    return null;
  };
  const { recallDialog, keepDialog, keepDraft } = keptEditor<ContactFields>({ world }, 'contacts');
  return contactsMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      loadList: fromPromise<ContactsResult, Record<never, never>>(async ({ signal, system }) =>
        load(await currentRobot(system, signal), signal),
      ),
      form: alarmContactFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<null, { fields: ContactFields }>(({ input, signal }) => save(input.fields, signal)),
        },
      }),
      restore: fromPromise<null, { task: ContactTask; serialNumber: string }>(
        ({ input: { task, serialNumber }, signal }) =>
          task.act === 'deleteRole'
            ? api.restoreRole({ serialNumber, id: task.id }, { signal })
            : api.restoreContact({ serialNumber, id: task.id }, { signal }),
      ),
      checkPhone: fromPromise<Failure | null, PhoneQuestion>(({ input }) => checkPhone(input)),
      act: fromPromise<null, { task: ContactTask }>(({ input: { task }, signal }) =>
        task.act === 'deleteRole'
          ? api.deleteRole({ id: task.id, replacement: task.replacement ?? '' }, { signal })
          : api.deleteContact({ id: task.id }, { signal }),
      ),
    },
  });
}
