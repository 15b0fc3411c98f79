/** The choice of a robot with its reasons: pure functions. */
import { describe, expect, it } from 'vitest';
import { CHOICE_OTHERS_MAX } from '../../../contract/entities/robotChoice.ts';
import { chosenOf, choiceOf, toRobotChoiceDto, type Candidate } from '../../../server/features/deliveryChoice.ts';
import type { DeliveryRobot } from '../../../server/features/deliveryRobots.ts';

const carried = { serialNumber: 'x', status: 'created', compartment: 1, loadingPoint: 'k', destination: 'r' } as const;
const candidate = (serialNumber: string, change: Partial<Candidate> = {}, carries = 0): Candidate => ({
  robot: {
    serialNumber,
    live: { battery: 61.6 },
    abilities: { compartments: ['small', 'large'] },
    maps: [],
    carries: Array.from({ length: carries }, () => carried),
    unusable: [],
  } as unknown as DeliveryRobot,
  why: '',
  metres: 10,
  isOnMap: true,
  ...change,
});
const any = { isNamed: false, avoided: '' };
const nameOf = (candidates: readonly Candidate[], choice = any) => {
  const { chosen, reason } = chosenOf(candidates, choice);
  return [chosen?.robot.serialNumber, reason];
};

describe('the chosen robot', () => {
  it('goes there anyway, or is the nearest, the only free one, or the one that was named', () => {
    const [near, far] = [candidate('near', { metres: 4 }), candidate('far', { metres: 40 })];
    expect(nameOf([far, near])).toEqual(['near', 'nearest']);
    expect(nameOf([candidate('far', { metres: 40 }, 1), near])).toEqual(['far', 'sameTrip']);
    expect(nameOf([far, candidate('near', { why: 'allBusy' })])).toEqual(['far', 'onlyOne']);
    expect(nameOf([near], { ...any, isNamed: true })).toEqual(['near', 'named']);
    expect(nameOf([candidate('near', { why: 'scheduledRun' })])).toEqual([undefined, '']);
  });
  it('is not the one that did not take it, unless there is no other', () => {
    const [near, far] = [candidate('near', { metres: 4 }), candidate('far', { metres: 40 })];
    const avoided = { ...any, avoided: 'near' };
    expect(nameOf([far, near], avoided)).toEqual(['far', 'onlyOne']);
    expect(nameOf([near], avoided)).toEqual(['near', 'onlyOne']);
  });
});

describe('the reasons', () => {
  it('name facts of the chosen robot and what keeps the others, those that are nearest to taking it first', () => {
    const chosen = candidate('near', { metres: 4.4 }, 1);
    const others = [
      candidate('off', { why: 'offline' }),
      candidate('busy', { why: 'allBusy' }),
      candidate('asked'),
      candidate('above', { metres: 70, isOnMap: false }),
    ];
    expect(choiceOf([...others, chosen], { chosen, reason: 'sameTrip', size: 'small', avoided: 'asked' })).toEqual({
      serialNumber: 'near',
      reason: 'sameTrip',
      metres: 4,
      battery: 62,
      compartments: 1,
      carries: 1,
      others: [
        { serialNumber: 'above', reason: 'ready', metres: null, battery: 62 },
        { serialNumber: 'asked', reason: 'declined', metres: 10, battery: 62 },
        { serialNumber: 'busy', reason: 'busy', metres: 10, battery: 62 },
        { serialNumber: 'off', reason: 'offline', metres: 10, battery: 62 },
      ],
      more: 0,
    });
  });
  it('list few robots, and count those that the reader may not see', () => {
    const many = Array.from({ length: CHOICE_OTHERS_MAX + 2 }, (_, i) => candidate(`r${i}`, { why: 'offline' }));
    const stored = choiceOf(many, { chosen: undefined, reason: '', size: 'small' });
    expect([stored.serialNumber, stored.others.length, stored.more]).toEqual(['', CHOICE_OTHERS_MAX, 2]);
    const shown = toRobotChoiceDto(stored, (serialNumber) => (serialNumber === 'r1' ? 'Porter' : undefined));
    expect(shown?.others.map(({ robotName }) => robotName)).toEqual(['Porter']);
    expect(shown?.more).toBe(2 + CHOICE_OTHERS_MAX - 1);
  });
  it('say nothing about a chosen robot that the reader may not see', () => {
    const chosen = candidate('near', {}, 1);
    const stored = choiceOf([chosen, candidate('own')], { chosen, reason: 'sameTrip', size: 'small' });
    expect(toRobotChoiceDto(stored, (serialNumber) => (serialNumber === 'own' ? 'Own' : undefined))).toBeUndefined();
    expect(toRobotChoiceDto(stored, () => 'Porter')).toMatchObject({ serialNumber: 'near', carries: 1 });
  });
});
