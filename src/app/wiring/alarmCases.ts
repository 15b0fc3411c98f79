/** Wires the alarm cases to the API; days are whole days in the time zone of the site whose clock the frame shows. */
import { fromPromise } from 'xstate';
import { alarmCases } from '../../../contract/endpoints/alarmCases.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import {
  alarmCasesMachine,
  type AlarmCasesResult,
  type NotificationPermission,
} from '../../machines/alarmCases/alarmCases.machine.ts';
import type { AlarmCasesQuery } from '../../machines/alarmCases/alarmCasesQuery.ts';
import { createClient } from '../../services/api.ts';
import { spanOf } from './spanOf.ts';
import { zoneIn } from './fleetSite.ts';
import type { Services } from '../services.ts';

const readPermission = (): NotificationPermission =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;

export function wireAlarmCases({ transport, world: { clock } }: Services) {
  const api = createClient(alarmCases, transport);
  return alarmCasesMachine.provide({
    actors: {
      loadList: fromPromise<AlarmCasesResult, AlarmCasesQuery>(async ({ input, signal, system }) => {
        const { robots, event, state, owner, days, text, page } = input;
        return await api.list(
          {
            serialNumberStr: robots.join(','),
            events: event === '' ? [] : [event],
            state,
            owner,
            text: text.trim(),
            page,
            limit: PAGE_SIZE.first,
            ...(days === '' ? {} : spanOf({ days, from: '', until: '' }, await zoneIn(system, signal), clock.now())),
          },
          { signal },
        );
      }),
      readPermission: fromPromise<{ permission: NotificationPermission }>(() =>
        Promise.resolve({ permission: readPermission() }),
      ),
      askPermission: fromPromise<{ permission: NotificationPermission }>(async () => ({
        permission: readPermission() === 'default' ? await Notification.requestPermission() : readPermission(),
      })),
    },
  });
}
