import { expect, it } from 'vitest';
import { MESSAGE_DURATION_MS } from '../../../contract/rules/limits.ts';
import { noticesMachine } from '../../../src/machines/notices/notices.machine.ts';
import {
  selectIsNoticeHeld,
  selectNotice,
  selectNoticeNumber,
} from '../../../src/machines/notices/notices.selectors.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

function start() {
  const { actor, clock } = startUnderApp(noticesMachine, { as: 'notices' });
  return {
    actor,
    clock,
    show: (key: string) => actor.send({ type: 'notice.show', notice: { tone: 'info', key } }),
    shown: () => selectNotice(actor.getSnapshot())?.key ?? null,
    number: () => selectNoticeNumber(actor.getSnapshot()),
  };
}

it('is there for five seconds and not a moment longer', () => {
  const box = start();
  expect(box.shown()).toBeNull();
  box.show('a');
  box.clock.increment(MESSAGE_DURATION_MS - 1);
  expect(box.shown()).toBe('a');
  box.clock.increment(1);
  expect(box.shown()).toBeNull();
});

it('shows one at a time, the newest, for its own five seconds', () => {
  const box = start();
  box.show('a');
  box.clock.increment(4_000);
  box.show('b');
  expect(box.shown()).toBe('b');
  box.clock.increment(4_999);
  expect(box.shown()).toBe('b');
  box.clock.increment(1);
  expect(box.shown()).toBeNull();
});

it('is another box for the same words', () => {
  const box = start();
  box.show('a');
  const first = box.number();
  box.show('a');
  expect(box.number()).not.toBe(first);
});

it('stays while somebody points at it, and counts anew when they let go', () => {
  const box = start();
  box.show('a');
  box.actor.send({ type: 'notice.hold' });
  expect(selectIsNoticeHeld(box.actor.getSnapshot())).toBe(true);
  box.clock.increment(60_000);
  expect(box.shown()).toBe('a');
  box.actor.send({ type: 'notice.letGo' });
  box.clock.increment(MESSAGE_DURATION_MS);
  expect(box.shown()).toBeNull();
});

it('a held box gives way to a new one, which is not held', () => {
  const box = start();
  box.show('a');
  box.actor.send({ type: 'notice.hold' });
  box.show('b');
  box.clock.increment(MESSAGE_DURATION_MS);
  expect(box.shown()).toBeNull();
});

it('closes at once, held or not', () => {
  const box = start();
  for (const hold of [false, true]) {
    box.show('a');
    if (hold) box.actor.send({ type: 'notice.hold' });
    box.actor.send({ type: 'notice.close' });
    expect(box.shown()).toBeNull();
  }
});

it('leads to what it is about, and is gone then; one that leads nowhere only closes', () => {
  const { actor, toldTo } = startUnderApp(noticesMachine, { as: 'notices' });
  actor.send({ type: 'notice.show', notice: { tone: 'info', key: 'a' } });
  actor.send({ type: 'notice.follow' });
  expect(toldTo('navigation')).toEqual([]);
  actor.send({
    type: 'notice.show',
    notice: { tone: 'info', key: 'b', way: { to: '/home/robot-data?serialNumber=A', key: 'c' } },
  });
  actor.send({ type: 'notice.follow' });
  expect(toldTo('navigation')).toEqual([{ type: 'navigation.go', to: '/home/robot-data?serialNumber=A' }]);
  expect(selectNotice(actor.getSnapshot())).toBeNull();
});
