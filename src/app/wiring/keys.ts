/** Wires the page of API keys and apps to the API. */
import { fromPromise } from 'xstate';
import { apps } from '../../../contract/endpoints/apps.ts';
import { keys } from '../../../contract/endpoints/keys.ts';
import type { MadeApp } from '../../../contract/entities/integratorApp.ts';
import { typedSerialNumber } from '../../../contract/rules/serialNumber.ts';
import type { KeyAct, KeyDraft } from '../../machines/keys/keyDraft.ts';
import { type KeysResult, keysMachine, type RevealedSecret } from '../../machines/keys/keys.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

const toldApp = ({ appId, userId, secret }: MadeApp): RevealedSecret => ({ what: 'app', appId, userId, secret });

export function wireKeys({ transport, world }: Services) {
  const keyApi = createClient(keys, transport);
  const appApi = createClient(apps, transport);

  const load = async (signal: AbortSignal): Promise<KeysResult> => {
    const [foundKeys, foundApps] = await Promise.all([keyApi.list({}, { signal }), appApi.list({}, { signal })]);
    return { keys: foundKeys, apps: foundApps };
  };
  const create = async (draft: KeyDraft | null, signal: AbortSignal): Promise<RevealedSecret> => {
    if (!draft) throw new Error('there is nothing to create');
    const { what, name, kind, serialNumber, role } = draft;
    if (what === 'app') return toldApp(await appApi.create({ name, role }, { signal }));
    // Uses the server's configured origin, else the origin of this administrator's browser.
    const { links } = await keyApi.create(
      { name, kind, serialNumber: kind === 'screen' ? typedSerialNumber(serialNumber) : '', host: world.origin },
      { signal },
    );
    return { what: 'key', links };
  };
  const act = async (wanted: KeyAct, id: string, signal: AbortSignal): Promise<RevealedSecret | null> => {
    switch (wanted) {
      case 'revokeKey':
        return keyApi.revoke({ keyId: id }, { signal });
      case 'revokeApp':
        return appApi.revoke({ appId: id }, { signal });
      case 'renewSecret':
        return toldApp(await appApi.renewSecret({ appId: id }, { signal }));
    }
  };

  return keysMachine.provide({
    actors: {
      loadKeys: fromPromise<KeysResult>(({ signal }) => load(signal)),
      create: fromPromise<RevealedSecret, { draft: KeyDraft | null }>(({ input, signal }) =>
        create(input.draft, signal),
      ),
      act: fromPromise<RevealedSecret | null, { act: KeyAct; id: string }>(({ input, signal }) =>
        act(input.act, input.id, signal),
      ),
    },
  });
}
