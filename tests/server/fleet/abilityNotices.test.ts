/** When the consoles of a robot's users are told that it can do something else. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { noticesTopic } from '../../../contract/wire/topics.ts';
import { createAbilityNotices } from '../../../server/fleet/abilityNotices.ts';

it('tells once a minute for each robot, and nothing is lost while the broker is down', () => {
  let at = 1_000_000;
  let isUp = false;
  const told: string[] = [];
  const notices = createAbilityNotices({
    broker: {
      isUp: () => isUp,
      publish: async (topic, message) =>
        void told.push(`${topic} ${(message as { serialNumber: string }).serialNumber}`),
    },
    fleetCache: { usersOf: (serialNumber) => (serialNumber === 'A' ? ['anna', 'ben'] : ['ben']) },
    now: () => at,
    log: pino({ level: 'silent' }),
  });
  const after = (ms: number): string[] => {
    at += ms;
    told.length = 0;
    notices.send();
    return [...told];
  };
  const [anna, ben] = [noticesTopic('anna'), noticesTopic('ben')];

  notices.changed('A');
  expect(after(1_000)).toEqual([]);
  isUp = true;
  expect(after(1_000)).toEqual([`${anna} A`, `${ben} A`]);
  expect(after(1_000)).toEqual([]);

  notices.changed('A');
  notices.changed('A');
  notices.changed('B');
  expect(after(1_000)).toEqual([`${ben} B`]);
  expect(after(57_000)).toEqual([]);
  expect(after(1_000)).toEqual([`${anna} A`, `${ben} A`]);

  notices.changed('B');
  expect(after(-3_600_000)).toEqual([`${ben} B`]);
});
