/** When contacts are asked again about a case that nobody takes: a week of it, hour by hour. */
import { describe, expect, it } from 'vitest';
import { askAgain, NOBODY_TOLD, type ToldSoFar } from '../../../contract/rules/alarmAskAgain.ts';
import {
  actOnCase,
  ASK_AGAIN_AFTER_MS,
  levelTwoTold,
  newCaseLife,
  type CaseLife,
} from '../../../contract/rules/alarmCase.ts';

const HOUR_MS = 3_600_000;
const open = levelTwoTold(newCaseLife(-900_000), 0);
const takenOutcome = actOnCase(newCaseLife(0), { type: 'take' }, { kind: 'account', id: 'lin' }, 0);
if (!takenOutcome.ok) throw new Error(takenOutcome.refusal);
const { life: taken } = takenOutcome;

/** The hours of a week at which contacts are asked. @param told what became of the messages, by the hours asked so far */
function hoursAsked(from: CaseLife, told: (asked: readonly number[], hour: number) => Partial<ToldSoFar>): number[] {
  let life = from;
  const asked: number[] = [];
  while (life.askAgainAt !== null && life.askAgainAt <= 168 * HOUR_MS) {
    // The server looks every half second; messages are written a moment later.
    const at = life.askAgainAt + 400;
    const lastAt = asked.length === 0 ? null : (asked.at(-1) ?? 0) * HOUR_MS + 20_000;
    const hour = Math.round(at / HOUR_MS);
    const decided = askAgain(life, { ...NOBODY_TOLD, lastAt, ...told(asked, hour) }, at);
    ({ life } = decided);
    if (decided.isAsked) asked.push(hour);
  }
  return asked;
}

describe('an open case of which nobody could be told', () => {
  it('is asked about hourly for six hours, then daily', () =>
    expect(hoursAsked(open, () => ({}))).toEqual([1, 2, 3, 4, 5, 6, 30, 54, 78, 102, 126, 150]));
  it('until a message was really sent', () => {
    expect(hoursAsked(open, (asked) => ({ isReached: asked.length === 3 }))).toEqual([1, 2, 3]);
    expect(askAgain(open, { ...NOBODY_TOLD, isReached: true }, ASK_AGAIN_AFTER_MS)).toEqual({
      life: { ...open, askAgainAt: null },
      isAsked: false,
    });
  });
  it('not while a message is still to be sent, but not for ever', () => {
    const pending = { pendingAt: 0, lastAt: 0 };
    expect(askAgain(open, { isReached: false, ...pending }, HOUR_MS)).toMatchObject({
      isAsked: false,
      life: { askAgainAt: 2 * HOUR_MS },
    });
    expect(askAgain(open, { isReached: false, ...pending }, 2 * HOUR_MS).isAsked).toBe(true);
  });
});

describe('a taken case that is not resolved', () => {
  it('is offered to everyone after an hour, and to others every hour until one was told; then daily', () => {
    expect(askAgain(taken, NOBODY_TOLD, HOUR_MS).life).toMatchObject({ state: 'taken', isAskedAgain: true });
    expect(hoursAsked(taken, (asked) => ({ isReached: asked.length >= 2 }))).toEqual([1, 2, 26, 50, 74, 98, 122, 146]);
    expect(hoursAsked(taken, () => ({})).slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 30, 54]);
  });
  it('never loses its time, by which its owner is looked at', () =>
    expect(askAgain(taken, { ...NOBODY_TOLD, isReached: true }, HOUR_MS).life.askAgainAt).toBe(2 * HOUR_MS));
});
