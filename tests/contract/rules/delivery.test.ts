/** The sixteen statuses: a model of the life of a delivery is walked on the rules, with every cause and time-out. */
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import {
  boardGroup,
  canChange,
  comesBack,
  DELIVERY_ACTS,
  DELIVERY_CHANGES,
  deliveryObstacle,
  isCompartmentJammed,
  isDeliveryOver,
  isParcelOnBoard,
  mayReport,
  needsRobot,
  phoneObstacle,
  stationOf,
  timeoutOf,
  type DeliveryEntryKind,
  type DeliveryFacts,
  type DeliveryReason,
} from '../../../contract/rules/delivery.ts';
import {
  AT_DOOR_LONG_MS,
  DELIVERY_EXPIRES_MS,
  FAILED_SHOWN_MS,
  LOADING_WAIT_MS,
  MORE_TIME_MS,
  PICKUP_WAIT_MS,
  RETURN_LONG_MS,
  PHONE_SHOWN_DAYS,
} from '../../../contract/rules/deliveryLimits.ts';

/** The life of a delivery as its people tell it; written apart from the rules. */
const cancel = { cancel: 'cancelled' };
const late = { 'time.expired': 'expired' };
const model = createMachine({
  initial: 'created',
  states: {
    created: { on: { 'robot.goes': 'goingToLoadingPoint', ...cancel, ...late } },
    goingToLoadingPoint: {
      on: {
        'robot.arrives': 'arrivedAtLoadingPoint',
        'robot.blocked': 'goingToLoadingFailed',
        'time.silent': 'created',
        ...cancel,
        ...late,
      },
    },
    arrivedAtLoadingPoint: {
      on: {
        'loader.opens': 'loading',
        'operator.opens': 'loading',
        'time.waited': 'loadingTimeout',
        ...cancel,
        ...late,
      },
    },
    loading: {
      on: {
        'robot.loaded': 'loadingCompleted',
        'robot.jammed': 'loadingFailed',
        'time.waited': 'loadingTimeout',
        ...cancel,
        ...late,
      },
    },
    loadingCompleted: { on: { 'robot.goes': 'delivering', ...cancel, ...late } },
    delivering: {
      on: {
        'robot.arrives': 'arrivedAtRoom',
        'robot.blocked': 'deliveryFailed',
        'operator.sendsBack': 'notPickedUp',
        ...cancel,
        ...late,
      },
    },
    arrivedAtRoom: {
      on: {
        'recipient.opens': 'cabinetOpen',
        'operator.opens': 'cabinetOpen',
        'operator.redirects': 'delivering',
        'recipient.sendsBack': 'notPickedUp',
        'time.waited': 'notPickedUp',
        'robot.jammed': 'deliveryFailed',
        ...cancel,
        ...late,
      },
    },
    cabinetOpen: { on: { 'robot.handedOver': 'completed', 'robot.closedFull': 'arrivedAtRoom', ...late } },
    completed: {},
    loadingFailed: {},
    goingToLoadingFailed: {},
    loadingTimeout: {},
    notPickedUp: {},
    cancelled: {},
    deliveryFailed: {},
    expired: {},
  },
});
const causeOf = (event: string) => (event === 'cancel' ? 'operator' : event.split('.')[0]) as 'operator';

const NOW = 1_700_000_000_000;
const facts = (status: DeliveryStatus, more: Partial<DeliveryFacts> = {}): DeliveryFacts => ({
  status,
  hasRobot: status !== 'created',
  isOurs: true,
  createdAt: NOW,
  changedAt: NOW,
  hasMoreTime: false,
  hasPhone: true,
  isActPending: false,
  isAcknowledged: false,
  keypadLockedUntil: null,
  isJamOpen: false,
  returns: 'none',
  ...more,
});

describe('the statuses of a delivery', () => {
  const paths = getShortestPaths(model);

  it('are all reached, each by steps that the rules allow to those who cause them', () => {
    expect(paths.map(({ state }) => state.value).sort()).toEqual([...DELIVERY_STATUSES].sort());
    for (const { steps, state } of paths) {
      let status: DeliveryStatus = 'created';
      for (const { event, state: next } of steps) {
        const to = next.value as DeliveryStatus;
        if (event.type !== 'xstate.init')
          expect([status, to, canChange(status, to, causeOf(event.type))]).toEqual([status, to, true]);
        status = to;
      }
      expect(isDeliveryOver(status)).toBe(
        Object.keys(model.states[state.value as string]?.config.on ?? {}).length === 0,
      );
    }
  });

  it('change in no way that the model does not know, except that a robot or the server ends what it cannot do', () => {
    const known = new Set(
      Object.entries(model.states).flatMap(([from, node]) =>
        Object.values(node.config.on ?? {}).map((to) => `${from} ${to as string}`),
      ),
    );
    const extra = DELIVERY_STATUSES.flatMap((from) =>
      Object.keys(DELIVERY_CHANGES[from]).flatMap((to) => (known.has(`${from} ${to}`) ? [] : `${from} ${to}`)),
    );
    expect(extra.sort()).toEqual([
      'arrivedAtLoadingPoint created',
      'arrivedAtLoadingPoint loadingFailed',
      'cabinetOpen deliveryFailed',
      'cabinetOpen notPickedUp',
      'created goingToLoadingFailed',
      'loadingCompleted deliveryFailed',
    ]);
  });

  it('a cancel and a hand-over in the same instant: with the compartment open there is no cancel', () => {
    expect(canChange('cabinetOpen', 'cancelled', 'operator')).toBe(false);
    expect(deliveryObstacle('cancel', facts('cabinetOpen'))).toBe('deliveryHandedOver');
    // The robot had the parcel handed over before it heard of the cancel: its report counts.
    expect(mayReport('arrivedAtRoom', 'completed')).toBe(true);
    expect(mayReport('cancelled', 'completed')).toBe(false);
  });

  it('a report of a robot can be ahead, but revives nothing and takes no step back', () => {
    for (const from of DELIVERY_STATUSES)
      for (const to of DELIVERY_STATUSES) {
        if (isDeliveryOver(from)) expect([from, to, mayReport(from, to)]).toEqual([from, to, false]);
        if (to === 'created' || to === 'expired') expect(mayReport(from, to)).toBe(false);
      }
    expect(mayReport('created', 'delivering')).toBe(true);
    expect(mayReport('delivering', 'goingToLoadingPoint')).toBe(false);
    expect(mayReport('arrivedAtRoom', 'loading')).toBe(false);
    expect(mayReport('cabinetOpen', 'arrivedAtRoom')).toBe(true);
  });
});

describe('time-outs', () => {
  it.each([
    ['arrivedAtLoadingPoint', LOADING_WAIT_MS, 'loadingTimeout'],
    ['loading', LOADING_WAIT_MS, 'loadingTimeout'],
    ['arrivedAtRoom', PICKUP_WAIT_MS, 'notPickedUp'],
    ['delivering', DELIVERY_EXPIRES_MS, 'expired'],
  ] as const)('%s ends after %d ms as %s', (status, after, to) => {
    expect(timeoutOf(facts(status))).toEqual({ at: NOW + after, to });
  });

  it('five minutes more once, and never beyond a day', () => {
    expect(timeoutOf(facts('arrivedAtRoom', { hasMoreTime: true }))?.at).toBe(NOW + PICKUP_WAIT_MS + MORE_TIME_MS);
    expect(deliveryObstacle('moreTime', facts('arrivedAtRoom'))).toBeNull();
    expect(deliveryObstacle('moreTime', facts('arrivedAtRoom', { hasMoreTime: true }))).toBe('deliveryMoreTimeUsed');
    const old = facts('arrivedAtRoom', { createdAt: NOW - DELIVERY_EXPIRES_MS + 1_000 });
    expect(timeoutOf(old)).toEqual({ at: NOW + 1_000, to: 'expired' });
    expect(timeoutOf(facts('completed'))).toBeNull();
  });
});

describe('the board', () => {
  it('shows what waits long or failed to somebody, and leaves what is dealt with or old', () => {
    expect(boardGroup(facts('created', { hasRobot: false }), NOW)).toBe('waiting');
    expect(boardGroup(facts('created', { hasRobot: true }), NOW)).toBe('underWay');
    expect(boardGroup(facts('arrivedAtRoom'), NOW + AT_DOOR_LONG_MS - 1)).toBe('underWay');
    expect(boardGroup(facts('arrivedAtRoom'), NOW + AT_DOOR_LONG_MS)).toBe('needsYou');
    expect(boardGroup(facts('delivering', { keypadLockedUntil: NOW + 1 }), NOW)).toBe('needsYou');
    for (const status of DELIVERY_STATUSES.filter(isDeliveryOver)) {
      const isFine = status === 'completed' || status === 'cancelled';
      expect(boardGroup(facts(status), NOW)).toBe(isFine ? null : 'needsYou');
      expect(boardGroup(facts(status, { isAcknowledged: true }), NOW)).toBeNull();
      expect(boardGroup(facts(status), NOW + FAILED_SHOWN_MS)).toBeNull();
    }
  });

  it('keeps a parcel that is left on board and a jammed compartment, until somebody has dealt with them', () => {
    const late = NOW + FAILED_SHOWN_MS;
    for (const status of ['cancelled', 'notPickedUp', 'deliveryFailed', 'expired'] as const) {
      expect(boardGroup(facts(status, { returns: 'failed' }), late)).toBe('needsYou');
      expect(boardGroup(facts(status, { returns: 'returning' }), late)).toBe('needsYou');
      expect(boardGroup(facts(status, { returns: 'returned' }), late)).toBeNull();
    }
    expect(boardGroup(facts('cancelled', { returns: 'returning' }), NOW + RETURN_LONG_MS - 1)).toBeNull();
    // Dealt with while the robot was still bringing it.
    expect(boardGroup(facts('deliveryFailed', { returns: 'failed', isAcknowledged: true }), NOW)).toBe('needsYou');
    expect(boardGroup(facts('cancelled', { isJamOpen: true }), late)).toBe('needsYou');
    expect(boardGroup(facts('loadingFailed', { isJamOpen: true }), late)).toBe('needsYou');
    expect(boardGroup(facts('loadingFailed'), late)).toBeNull();
    // A robot that it was taken from has a jammed compartment.
    expect(boardGroup(facts('delivering', { isJamOpen: true }), NOW)).toBe('needsYou');
    expect(deliveryObstacle('acknowledge', facts('delivering', { isJamOpen: true }))).toBeNull();
    expect(deliveryObstacle('acknowledge', facts('delivering'))).toBe('deliveryNotFailed');
  });

  it('a compartment is jammed until it opens or another is assigned', () => {
    const line = (kind: DeliveryEntryKind, reason: DeliveryReason = '') => ({ kind, reason });
    const jam = [line('opened'), line('openFailed', 'jammed'), line('status', 'jammed'), line('returning')];
    expect(isCompartmentJammed(jam)).toBe(true);
    expect(isCompartmentJammed([...jam, line('opened')])).toBe(false);
    // Another robot, so another compartment.
    expect(isCompartmentJammed([...jam, line('unassigned'), line('assigned')])).toBe(false);
    expect(isCompartmentJammed([line('openFailed'), line('status', 'noOneCame')])).toBe(false);
  });

  it('places every status on a station; what failed on the way, where it was', () => {
    for (const status of DELIVERY_STATUSES) expect(stationOf(status, null)).toBeLessThan(6);
    expect(stationOf('cancelled', 'delivering')).toBe(3);
    expect(stationOf('deliveryFailed', 'arrivedAtRoom')).toBe(4);
    expect(stationOf('expired', 'delivering')).toBe(0);
  });
});

describe('acts', () => {
  it('after the end nothing but dealing with it, and nothing on what a robot began by itself', () => {
    for (const act of DELIVERY_ACTS) {
      expect(deliveryObstacle(act, facts('expired'))).toBe(
        act === 'acknowledge' || act === 'revealPhone' ? null : 'deliveryOver',
      );
      if (['acknowledge', 'resendCode', 'revealCode', 'revealPhone'].includes(act)) continue;
      expect(deliveryObstacle(act, facts('delivering', { isOurs: false }))).toBe('deliveryRobotsOwn');
    }
  });

  it('open only at one of the two ends, send back only what is on board', () => {
    for (const status of DELIVERY_STATUSES.filter((one) => !isDeliveryOver(one))) {
      const isAtEnd = ['arrivedAtLoadingPoint', 'loading', 'arrivedAtRoom', 'cabinetOpen'].includes(status);
      expect([status, deliveryObstacle('openCabinet', facts(status))]).toEqual([
        status,
        isAtEnd ? null : 'deliveryNotHere',
      ]);
    }
    expect(deliveryObstacle('sendBack', facts('loading'))).toBe('deliveryNotLoaded');
    expect(deliveryObstacle('sendBack', facts('delivering'))).toBeNull();
    expect(deliveryObstacle('sendBack', facts('delivering', { isActPending: true }))).toBe('deliveryActPending');
    // An opening would replace the wish, and the robot would never hear of it.
    for (const status of ['loading', 'arrivedAtRoom', 'cabinetOpen'] as const)
      expect(deliveryObstacle('openCabinet', facts(status, { isActPending: true }))).toBe('deliveryActPending');
    expect(deliveryObstacle('resendCode', facts('delivering', { hasPhone: false }))).toBe('deliveryNoPhone');
    expect(deliveryObstacle('revealPhone', facts('completed', { hasPhone: false }))).toBe('deliveryNoPhone');
  });

  it('a phone number is shown while it runs and for a week after its end', () => {
    const week = PHONE_SHOWN_DAYS * 86_400_000;
    expect([phoneObstacle(null, NOW), phoneObstacle(NOW - week, NOW)]).toEqual([null, null]);
    expect(phoneObstacle(NOW - week - 1, NOW)).toBe('deliveryPhoneOver');
    // The error says it in words.
    expect(PHONE_SHOWN_DAYS).toBe(7);
  });

  it('a cancel takes effect at once while nothing is on board, and is the robot’s to confirm afterwards', () => {
    for (const status of DELIVERY_STATUSES.filter((one) => !isDeliveryOver(one)))
      expect(needsRobot('cancel', status)).toBe(isParcelOnBoard(status) || status === 'loading');
    expect(comesBack('cancelled', 'delivering')).toBe(true);
    expect(comesBack('cancelled', 'goingToLoadingPoint')).toBe(false);
    expect(comesBack('completed', 'cabinetOpen')).toBe(false);
  });
});
