/** Wires the captions on a robot's own screen: the access key is in the URL fragment. */
import { fromPromise } from 'xstate';
import { captions } from '../../../contract/endpoints/captions.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { type Heard, voiceMachine } from '../../machines/voice/voice.machine.ts';
import { createClient } from '../../services/api.ts';
import { createUrlHash } from '../../services/urlHash.ts';
import type { Services } from '../services.ts';

export function wireVoice({ transport }: Pick<Services, 'transport'>) {
  const api = createClient(captions, transport);
  const fragment = createUrlHash(window);
  return voiceMachine.provide({
    actors: {
      readCaptions: fromPromise<Heard>(async ({ signal }) => {
        const key = fragment.now().trim();
        if (key === '') throw new ApiError('keyWrong', { field: 'key' });
        return api.list({ key }, { signal });
      }),
    },
  });
}
