/** The life of an alarm case: a model walked on the rules with two operators and the clock, and single decisions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actOnCase,
  ASK_AGAIN_AFTER_MS,
  askedAgain,
  LAST_ASK_AFTER_MS,
  isFacing,
  isSamePlace,
  levelTwoTold,
  mergeCases,
  newCaseLife,
  REOPEN_WITHIN_MS,
  type CaseAct,
  type CaseActor,
  type CaseLife,
} from '../../../contract/rules/alarmCase.ts';
import { LEVEL_TWO_AFTER_MS } from '../../../contract/rules/alarms.ts';

const lin: CaseActor = { kind: 'account', id: 'lin' };
const chen: CaseActor = { kind: 'account', id: 'chen' };
const guard: CaseActor = { kind: 'contact', id: 'guard' };
const raised = newCaseLife(1_000);
const after = (life: CaseLife, act: CaseAct, actor: CaseActor, at = 2_000): CaseLife => {
  const outcome = actOnCase(life, act, actor, at);
  if (!outcome.ok) throw new Error(outcome.refusal);
  return outcome.life;
};
const refusal = (life: CaseLife, act: CaseAct, actor: CaseActor, at = 2_000): string | null => {
  const outcome = actOnCase(life, act, actor, at);
  return outcome.ok ? null : outcome.refusal;
};
const taken = after(raised, { type: 'take' }, lin);

describe('a model of two operators, a contact and the clock', () => {
  interface Model {
    state: 'open' | 'taken' | 'resolved';
    owner: string | null;
    offered: string | null;
    isOffered: boolean;
    resolvedAt: number;
  }
  const actors = [lin, chen, guard];
  const step = fc.record({
    actor: fc.constantFrom(...actors),
    act: fc.constantFrom<CaseAct>(
      { type: 'take' },
      { type: 'askHandOver', to: 'lin' },
      { type: 'askHandOver', to: 'chen' },
      { type: 'acceptHandOver' },
      { type: 'declineHandOver' },
      { type: 'release' },
      { type: 'resolve', cause: 'handled' },
      { type: 'reopen' },
    ),
    wait: fc.constantFrom(1, 60_000, LEVEL_TWO_AFTER_MS, ASK_AGAIN_AFTER_MS, REOPEN_WITHIN_MS),
  });

  /** What the product promises, written as plainly as possible. */
  const isAllowed = (model: Model, { id, kind }: CaseActor, act: CaseAct, at: number): boolean => {
    switch (act.type) {
      case 'take':
        return model.state === 'open' || (model.state === 'taken' && model.isOffered);
      case 'askHandOver':
        return model.state === 'taken' && model.owner === id && act.to !== id;
      case 'acceptHandOver':
      case 'declineHandOver':
        return kind === 'account' && model.state === 'taken' && model.offered === id;
      case 'release':
      case 'resolve':
        return model.state === 'taken' && model.owner === id;
      case 'reopen':
        return model.state === 'resolved' && at - model.resolvedAt <= REOPEN_WITHIN_MS;
    }
  };

  it('agrees with the rules after every step of every walk, and never leaves a case without a countdown or an owner', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let life = newCaseLife(0);
        let at = 0;
        const model: Model = { state: 'open', owner: null, offered: null, isOffered: false, resolvedAt: 0 };
        for (const { actor, act, wait } of steps) {
          at += wait;
          if (life.levelTwoAt !== null && life.levelTwoAt <= at) life = levelTwoTold(life, at);
          if (life.askAgainAt !== null && life.askAgainAt <= at) {
            life = askedAgain(life, at);
            model.isOffered = true;
            model.offered = null;
          }
          const outcome = actOnCase(life, act, actor, at);
          expect(outcome.ok).toBe(isAllowed(model, actor, act, at));
          if (outcome.ok) {
            life = outcome.life;
            if (act.type === 'take' || act.type === 'acceptHandOver')
              Object.assign(model, { state: 'taken', owner: actor.id, offered: null, isOffered: false });
            if (act.type === 'askHandOver') model.offered = act.to;
            if (act.type === 'declineHandOver') model.offered = null;
            if (act.type === 'release' || act.type === 'reopen')
              Object.assign(model, { state: 'open', owner: null, offered: null, isOffered: false });
            if (act.type === 'resolve')
              Object.assign(model, { state: 'resolved', offered: null, isOffered: false, resolvedAt: at });
          }
          expect(life.state).toBe(model.state);
          expect(life.owner?.id ?? null).toBe(model.owner);
          // Somebody will be told, has been told, or has the case.
          if (life.state === 'open') expect(life.levelTwoAt ?? life.levelTwoToldAt).not.toBeNull();
          if (life.state === 'taken')
            expect([life.levelTwoAt, life.askAgainAt === null && !life.isAskedAgain]).toEqual([null, false]);
          if (life.state === 'resolved') expect([life.levelTwoAt, life.askAgainAt]).toEqual([null, null]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('single decisions', () => {
  it('a second person learns that the case is taken; a repeat of the own take is no error for the reader', () => {
    expect(refusal(taken, { type: 'take' }, chen)).toBe('alarmTakenByOther');
    expect(actOnCase(taken, { type: 'take' }, lin, 3_000)).toMatchObject({ ok: false, isRepeat: true });
  });
  it('the owner keeps the case until the other accepts, and after a refusal', () => {
    const asked = after(taken, { type: 'askHandOver', to: 'chen' }, lin);
    expect(asked.owner).toEqual(lin);
    expect(after(asked, { type: 'declineHandOver' }, chen).owner).toEqual(lin);
    const accepted = after(asked, { type: 'acceptHandOver' }, chen, 9_000);
    expect(accepted).toMatchObject({
      owner: chen,
      handOverTo: null,
      takenAt: 9_000,
      askAgainAt: 9_000 + ASK_AGAIN_AFTER_MS,
    });
    expect(refusal(accepted, { type: 'acceptHandOver' }, chen)).toBe('handOverGone');
  });
  it('a contact with the id of an asked account cannot accept in its place', () => {
    const asked = after(taken, { type: 'askHandOver', to: 'chen' }, lin);
    expect(refusal(asked, { type: 'acceptHandOver' }, { kind: 'contact', id: 'chen' })).toBe('handOverGone');
  });
  it('a case that is not resolved is asked about every hour, and no more after four hours; others can still take it', () => {
    const times: number[] = [];
    let life = taken;
    while (life.askAgainAt !== null && times.length < 10) {
      times.push(life.askAgainAt - (life.takenAt ?? 0));
      life = askedAgain(life, life.askAgainAt);
    }
    expect(times).toEqual([1, 2, 3, 4].map((hours) => hours * ASK_AGAIN_AFTER_MS));
    expect(after(life, { type: 'take' }, chen)).toMatchObject({ owner: chen, isAskedAgain: false });
  });
  it('after a time without a server, level one is asked before the last time', () => {
    const late = askedAgain(taken, (taken.takenAt ?? 0) + 3 * LAST_ASK_AFTER_MS);
    expect(late.askAgainAt).not.toBeNull();
    expect(askedAgain(late, late.askAgainAt ?? 0).askAgainAt).toBeNull();
  });
  it('giving back starts the countdown again', () => {
    expect(after(taken, { type: 'release' }, lin, 5_000)).toMatchObject({
      state: 'open',
      owner: null,
      levelTwoAt: 5_000 + LEVEL_TWO_AFTER_MS,
    });
  });
  it('nothing but opening again is possible on a resolved case, and that for seven days', () => {
    const resolved = after(taken, { type: 'resolve', cause: 'removed' }, lin, 5_000);
    for (const act of [{ type: 'take' }, { type: 'release' }, { type: 'resolve', cause: 'other' }] as const)
      expect(refusal(resolved, act, lin)).toBe('alarmResolved');
    expect(after(resolved, { type: 'reopen' }, chen, 6_000)).toMatchObject({
      state: 'open',
      cause: null,
      raisedAt: 1_000,
    });
    expect(refusal(resolved, { type: 'reopen' }, chen, 5_001 + REOPEN_WITHIN_MS)).toBe('alarmTooOld');
  });
});

describe('the same place', () => {
  const here = { mapId: 'm', x: 0, y: 0 };
  it.each([
    [here, { mapId: 'm', x: 3, y: 0 }, true],
    [here, { mapId: 'm', x: 2.2, y: 2.2 }, false],
    [here, { mapId: 'n', x: 0, y: 0 }, false],
    [here, null, false],
    [null, null, true],
  ])('%j and %j: %s', (a, b, is) => expect(isSamePlace(a, b)).toBe(is));
});

describe('the camera of a robot points at a place', () => {
  const robot = { mapId: 'm', x: 2, y: 2, theta: Math.PI };
  it.each([
    ['straight ahead', { x: -3, y: 2 }, true],
    ['a little aside, across the half turn', { x: -3, y: 1 }, true],
    ['behind it', { x: 6, y: 2 }, false],
    ['beside it', { x: 2, y: 6 }, false],
    ['too far away', { x: -7, y: 2 }, false],
  ])('%s', (_, { x, y }, seen) => expect(isFacing(robot, { mapId: 'm', x, y })).toBe(seen));
  it('on another floor', () => expect(isFacing(robot, { mapId: 'n', x: 0, y: 2 })).toBe(false));
});

describe('two cases that are the same matter', () => {
  const younger = newCaseLife(61_000);
  const at = 70_000;
  const refusalOf = (older: CaseLife, other: CaseLife, actor = lin): string | null => {
    const outcome = mergeCases(older, other, actor, at);
    return outcome.ok ? null : outcome.refusal;
  };

  it('become the older one, which is taken by who merged them; nothing falls due for the other', () => {
    expect(mergeCases(raised, younger, lin, at)).toEqual({
      ok: true,
      kept: after(raised, { type: 'take' }, lin, at),
      merged: {
        ...younger,
        state: 'resolved',
        owner: lin,
        takenAt: at,
        levelTwoAt: null,
        resolvedAt: at,
        cause: 'merged',
      },
    });
  });
  it('keep the time at which their owner took the older one, unless it was offered to all again', () => {
    const kept = (older: CaseLife): CaseLife | undefined => {
      const outcome = mergeCases(older, younger, lin, at);
      return outcome.ok ? outcome.kept : undefined;
    };
    expect(kept(taken)).toEqual(taken);
    expect(kept(askedAgain(taken, 60_000))).toMatchObject({ takenAt: at, isAskedAgain: false });
  });
  it('are not merged if one is resolved, of somebody else, or offered to somebody', () => {
    const ofChen = after(younger, { type: 'take' }, chen);
    const resolved = after(taken, { type: 'resolve', cause: 'handled' }, lin);
    const offered = after(taken, { type: 'askHandOver', to: 'chen' }, lin);
    expect([refusalOf(resolved, younger), refusalOf(younger, resolved)]).toEqual(['alarmResolved', 'alarmResolved']);
    expect([refusalOf(raised, ofChen), refusalOf(ofChen, raised)]).toEqual(['alarmTakenByOther', 'alarmTakenByOther']);
    expect([refusalOf(offered, younger), refusalOf(younger, offered)]).toEqual(['handOverWaits', 'handOverWaits']);
    expect(refusalOf(raised, askedAgain(ofChen, 60_000))).toBeNull();
  });
  it('cannot be parted: the merged one is not opened again', () => {
    const outcome = mergeCases(raised, younger, lin, at);
    expect(outcome.ok && refusal(outcome.merged, { type: 'reopen' }, lin, at + 1)).toBe('alarmMerged');
  });
});
