/** Wires the page of API keys and apps to the API. */
import { fromCallback, fromPromise } from 'xstate';
import { apps } from '../../../contract/endpoints/apps.ts';
import { keys } from '../../../contract/endpoints/keys.ts';
import type { MadeApp } from '../../../contract/entities/integratorApp.ts';
import { typedSerialNumber } from '../../../contract/rules/serialNumber.ts';
import { type KeyFields, keyFormMachine, type RevealedSecret } from '../../machines/keys/keyForm.machine.ts';
import { type KeysResult, keysMachine, type KeyTask } from '../../machines/keys/keys.machine.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import type { Services } from '../services.ts';
import { keptEditor } from './keptForm.ts';

const toldApp = ({ appId, userId, secret }: MadeApp): RevealedSecret => ({ what: 'app', appId, userId, secret });

export function wireKeys({ transport, world, robotBrowser }: Services) {
  const keyApi = createClient(keys, transport);
  const appApi = createClient(apps, transport);

  const load = async (signal: AbortSignal): Promise<KeysResult> => {
    const [rows, foundApps] = await Promise.all([keyApi.list({}, { signal }), appApi.list({}, { signal })]);
    return { rows, total: rows.length, apps: foundApps };
  };
  const create = async (
    { what, name, kind, serialNumber, role }: KeyFields,
    signal: AbortSignal,
  ): Promise<RevealedSecret> => {
    if (what === 'app') return toldApp(await appApi.create({ name, role }, { signal }));
    // Uses the server's configured origin, else the origin of this administrator's browser.
    const { links } = await keyApi.create(
      { name, kind, serialNumber: kind === 'screen' ? typedSerialNumber(serialNumber) : '', host: world.origin },
      { signal },
    );
    return { what: 'key', links };
  };
  const act = async ({ act: wanted, id }: KeyTask, signal: AbortSignal): Promise<RevealedSecret | null> => {
    switch (wanted) {
      case 'revokeKey':
        return keyApi.revoke({ keyId: id }, { signal });
      case 'revokeApp':
        return appApi.revoke({ appId: id }, { signal });
      case 'renewSecret':
        return toldApp(await appApi.renewSecret({ appId: id }, { signal }));
    }
  };

  const { recallDialog, keepDialog, keepDraft } = keptEditor<KeyFields>({ world }, 'keys');
  return keysMachine.provide({
    actions: { keepDialog },
    actors: {
      recallDialog,
      guardTab: fromCallback(() => (robotBrowser ? undefined : guardTab(window))),
      loadList: fromPromise<KeysResult, Record<never, never>>(({ signal }) => load(signal)),
      form: keyFormMachine.provide({
        actions: { keepDraft },
        actors: {
          save: fromPromise<RevealedSecret | null, { fields: KeyFields }>(({ input, signal }) =>
            create(input.fields, signal),
          ),
        },
      }),
      act: fromPromise<RevealedSecret | null, { task: KeyTask }>(({ input, signal }) => act(input.task, signal)),
    },
  });
}
