/** Wires the unresolved alarm cases: the API, the account's notices, the chime and the browser's own notifications. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import type { AlarmEvent } from '../../../contract/rules/alarms.ts';
import { fillText } from '../../../contract/rules/fillText.ts';
import { alarmsMachine, type OpenCases, type OutsideAlarm } from '../../machines/alarms/alarms.machine.ts';
import { type AlarmsEvent, casePath, systemActor } from '../../machines/app/events.ts';
import { ringAlarm } from '../../services/alarmSound.ts';
import type { Services } from '../services.ts';

interface ShellTexts {
  offered: string;
  /** Chinese has one form. */
  more: { one?: string; other: string };
}

export function wireAlarms({ present, texts, world: { storage, log } }: Services) {
  const calls = () => present().api.alarmCases;
  const eventName = async ({ event }: AlarmCase): Promise<string> =>
    ((await texts('alarmEvents')) as { events: Record<AlarmEvent, string> }).events[event]; // the area's own file
  /** As in the banner, of more than one case or one that is offered; null for a single case. */
  const titleOf = async ({ raised, more, isOffered }: OutsideAlarm): Promise<string | null> => {
    if (more === 0 && !isOffered) return null;
    const event = await eventName(raised);
    const { alarms } = (await texts('shell')) as { alarms: ShellTexts }; // the area's own file
    return isOffered
      ? fillText(alarms.offered, { name: raised.owner?.name ?? '', event })
      : fillText((more === 1 ? alarms.more.one : undefined) ?? alarms.more.other, { event, count: more });
  };
  const showOutside = async (alarm: OutsideAlarm, open: () => void): Promise<void> => {
    if (typeof Notification === 'undefined' || Notification.permission !== 'granted' || !document.hidden) return;
    const { id, robotName, place } = alarm.raised;
    const title = await titleOf(alarm);
    const where = [place?.name, place?.floor];
    const shown = new Notification(title ?? `${await eventName(alarm.raised)} · ${robotName}`, {
      body: [...(title === null ? [] : [robotName]), ...where].filter(Boolean).join(' · '),
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
          const { caseId, isRaised, isOffered, isOwn } = notice;
          sendBack({ type: 'alarms.changed', caseId, isRaised, isOffered, isOwn } satisfies AlarmsEvent);
        }),
      ),
      recallSound: fromPromise<{ isOn: boolean }>(() => Promise.resolve({ isOn: storage.isAlarmSoundOn() })),
    },
    actions: {
      ring: () => ringAlarm(log),
      showOutside: ({ system }, alarm) => {
        const open = (): void =>
          systemActor(system, 'navigation').send({ type: 'navigation.go', to: casePath(alarm.raised.id) });
        void showOutside(alarm, open).catch(log);
      },
      keepSound: (_, { isOn }) => storage.keepAlarmSound(isOn),
    },
  });
}
