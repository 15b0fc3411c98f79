/** Wires the public page of a one-time link to an alarm case. */
import { fromPromise } from 'xstate';
import { alarmLinks } from '../../../contract/endpoints/alarmLinks.ts';
import type { LinkedCase } from '../../../contract/entities/alarmLink.ts';
import { alarmLinkMachine, type LinkAct } from '../../machines/alarmLink/alarmLink.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wireAlarmLink({ transport }: Services) {
  const api = createClient(alarmLinks, transport);
  return alarmLinkMachine.provide({
    actors: {
      openLink: fromPromise<LinkedCase, { code: string }>(({ input, signal }) => api.open(input, { signal })),
      actByLink: fromPromise<LinkedCase, { code: string; act: LinkAct }>(({ input: { code, act }, signal }) =>
        api[act]({ code }, { signal }),
      ),
    },
  });
}
