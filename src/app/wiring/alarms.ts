/** Wires the unresolved alarm cases: the API, the account's notices, the chime and the browser's own notifications. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import type { AlarmEvent } from '../../../contract/rules/alarms.ts';
import { alarmsMachine, type OpenCases } from '../../machines/alarms/alarms.machine.ts';
import { type AlarmsEvent, casePath, systemActor } from '../../machines/app/events.ts';
import { ringAlarm } from '../../services/alarmSound.ts';
import type { Services } from '../services.ts';

export function wireAlarms({ present, words, world: { storage, log } }: Services) {
  const calls = () => present().api.alarmCases;
  const showOutside = async ({ id, event, robotName, place }: AlarmCase, open: () => void): Promise<void> => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || !document.hidden) return;
    const { events } = (await words('alarmEvents')) as { events: Record<AlarmEvent, string> }; // the area's own file
    const shown = new Notification(`${events[event]} · ${robotName}`, {
      body: [place?.name, place?.floor].filter(Boolean).join(' · '),
      tag: id,
    });
    shown.addEventListener('click', () => {
      window.focus();
      open();
      shown.close();
    });
  };
  return alarmsMachine.provide({
    actors: {
      loadOpen: fromPromise<OpenCases>(({ signal }) => calls().open({}, { signal })),
      take: fromPromise<AlarmCase, { caseId: string }>(({ input }) => calls().take(input)),
      answer: fromPromise<AlarmCase, { caseId: string; accept: boolean }>(({ input }) => calls().answerHandOver(input)),
      watchAlarms: fromCallback<EventObject>(({ sendBack }) =>
        present().feed.onNotice((notice) => {
          if (notice.type !== 'alarmChanged') return;
          const { caseId, isRaised, isOffered } = notice;
          sendBack({ type: 'alarms.changed', caseId, isRaised, isOffered } satisfies AlarmsEvent);
        }),
      ),
      recallSound: fromPromise<{ isOn: boolean }>(() => Promise.resolve({ isOn: storage.isAlarmSoundOn() })),
    },
    actions: {
      ring: () => ringAlarm(log),
      showOutside: ({ system }, { raised }) => {
        const open = (): void =>
          systemActor(system, 'navigation').send({ type: 'navigation.go', to: casePath(raised.id) });
        void showOutside(raised, open).catch(log);
      },
      keepSound: (_, { isOn }) => storage.keepAlarmSound(isOn),
    },
  });
}
