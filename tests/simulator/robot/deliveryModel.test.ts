/**
 * The sixteen statuses, acted out: the server's own functions and a simulated robot on one clock. First each status by the
 * course that leads to it, then any course: people who press, type, jam, take over and switch off at any time.
 */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import { isDeliveryOver } from '../../../contract/rules/delivery.ts';
import { DELIVERY_EXPIRES_MS, KEYPAD_TRIES } from '../../../contract/rules/deliveryLimits.ts';
import { DELIVERY_SILENT_MS } from '../../../contract/rules/limits.ts';
import { LIFT_PATIENCE } from '../../../simulator/robot/work/selfAssignedTrip.ts';
import { deliveryWorld, type DeliveryWorld } from '../../fakes/deliveryWorld.ts';

afterEach(() => void vi.restoreAllMocks());

/** Runs until the delivery gets this status, which can be gone within a tick. */
function to(world: DeliveryWorld, status: DeliveryStatus, seconds = 1_500): void {
  const isThere = (): boolean => world.statuses.indexOf(status, world.seen()) >= 0;
  if (!world.until(isThere, seconds))
    expect.fail(`${status} was not reached: ${world.statuses.join(' ')}; ${world.faults.join('; ')}`);
  world.see(status);
}
const loaded = (world: DeliveryWorld): void => {
  to(world, 'arrivedAtLoadingPoint');
  world.type('loading');
  to(world, 'loadingCompleted');
};
const atDoor = (world: DeliveryWorld): void => {
  loaded(world);
  to(world, 'arrivedAtRoom');
};

interface Course {
  end: DeliveryStatus;
  reason: string;
  returns: 'none' | 'returned';
  upstairs?: 'from' | 'to';
  go(world: DeliveryWorld): void;
}
const course = (name: string, one: Course): [string, Course] => [name, one];
const jamAt = (place: (world: DeliveryWorld) => void, code: 'loading' | 'pickup') => (world: DeliveryWorld) => {
  place(world);
  world.jam(true);
  world.type(code);
};
const COURSES = [
  course('both codes', {
    end: 'completed',
    reason: '',
    returns: 'none',
    go(world) {
      atDoor(world);
      expect(world.type('loading')).toBe(false);
      world.type('pickup');
      to(world, 'cabinetOpen', 20);
    },
  }),
  course('a robot that is off at the loading point', {
    end: 'loadingTimeout',
    reason: 'robotSilent',
    returns: 'none',
    go(world) {
      to(world, 'arrivedAtLoadingPoint');
      world.away('die', DELIVERY_SILENT_MS / 1_000 + 60);
    },
  }),
  course('a compartment that jams at the loading point', {
    end: 'loadingFailed',
    reason: 'jammed',
    returns: 'none',
    go: jamAt((world) => to(world, 'arrivedAtLoadingPoint'), 'loading'),
  }),
  course('a compartment that jams at the door', {
    end: 'deliveryFailed',
    reason: 'jammed',
    returns: 'returned',
    go(world) {
      jamAt(atDoor, 'pickup')(world);
      // Nobody can take it out at the loading point either, until the compartment opens again.
      expect(world.until(() => world.row().returns === 'failed')).toBe(true);
      world.jam(false);
    },
  }),
  course('an elevator that is out of order', {
    end: 'deliveryFailed',
    reason: 'liftUnavailable',
    returns: 'returned',
    upstairs: 'to',
    go(world) {
      loaded(world);
      const out = world.liftsOut();
      world.until(() => world.row().status === 'deliveryFailed', LIFT_PATIENCE + 300);
      out.mockRestore();
    },
  }),
  course('no elevator to the loading point', {
    end: 'goingToLoadingFailed',
    reason: 'liftUnavailable',
    returns: 'none',
    upstairs: 'from',
    go: (world) => void world.liftsOut(),
  }),
  course('sent back on the way', {
    end: 'notPickedUp',
    reason: 'asked',
    returns: 'returned',
    go(world) {
      loaded(world);
      to(world, 'delivering');
      expect(world.act('sendBack')).toBe('sendBack');
    },
  }),
  course('cancelled at the door', {
    end: 'cancelled',
    reason: 'asked',
    returns: 'returned',
    go(world) {
      atDoor(world);
      expect(world.act('cancel')).toBe('cancel');
    },
  }),
  course('cancelled before it is loaded', {
    end: 'cancelled',
    reason: 'asked',
    returns: 'none',
    go(world) {
      to(world, 'goingToLoadingPoint');
      world.act('cancel');
    },
  }),
  course('cancelled in the instant in which it is handed over: the hand-over counts', {
    end: 'completed',
    reason: '',
    returns: 'none',
    go(world) {
      atDoor(world);
      // The code is typed and the compartment opens while the cancel is on its way.
      world.type('pickup');
      world.stage.world.step(0.5);
      expect(world.act('cancel')).toBe('cancel');
    },
  }),
  course('older than a day', {
    end: 'expired',
    reason: 'tooOld',
    returns: 'returned',
    go(world) {
      loaded(world);
      to(world, 'delivering');
      world.away('die', 30, () => world.skip(DELIVERY_EXPIRES_MS));
    },
  }),
  course('a robot that dies with the parcel on board', {
    end: 'deliveryFailed',
    reason: 'robotSilent',
    returns: 'returned',
    go(world) {
      loaded(world);
      to(world, 'delivering');
      world.away('die', DELIVERY_SILENT_MS / 1_000 + 120);
    },
  }),
  course('a Stop, and a lease that is taken, in the middle', {
    end: 'completed',
    reason: '',
    returns: 'none',
    go(world) {
      loaded(world);
      to(world, 'delivering');
      world.takeOver(60);
      to(world, 'arrivedAtRoom');
      world.type('pickup');
    },
  }),
  course('a redirect at the door, and more time there', {
    end: 'completed',
    reason: '',
    returns: 'none',
    go(world) {
      atDoor(world);
      world.act('redirect');
      to(world, 'delivering', 5);
      to(world, 'arrivedAtRoom');
      expect(world.act('moreTime')).toBe('moreTime');
      expect(world.act('openCabinet')).toBe('openCabinet');
    },
  }),
];

const reached = new Set<DeliveryStatus>();
/** Ends whatever is still under way, and checks what must hold then. */
function endOf(world: DeliveryWorld): void {
  if (!world.until(world.isOver, 6_000))
    expect.fail(`never over: ${JSON.stringify(world.row())} ${world.statuses.join(' ')} ${world.faults.join('; ')}`);
  world.run(30);
  expect([world.statuses.join(' '), world.faults]).toEqual([world.statuses.join(' '), []]);
  for (const status of world.statuses) reached.add(status);
}

describe('a delivery', () => {
  it.each(COURSES)('%s', (_, { end, reason, returns, go, upstairs }) => {
    const world = deliveryWorld(upstairs && { upstairs });
    go(world);
    to(world, end, 600);
    endOf(world);
    expect(world.row()).toMatchObject({ status: end, reason, returns });
  });

  it('reaches every status that a robot or the server gives it', () => {
    expect(DELIVERY_STATUSES.filter((status) => !reached.has(status))).toEqual([]);
  });
});

type Step = (world: DeliveryWorld) => void;
const pressed = fc
  .constantFrom('cancel', 'sendBack', 'openCabinet', 'moreTime', 'redirect')
  .map((act): [string, Step] => [act, (world) => void world.act(act)]);
const typed = fc
  .constantFrom('loading', 'pickup', 'wrong')
  .map((code): [string, Step] => [`types ${code}`, (world) => void world.type(code)]);
const trouble = fc.constantFrom<[string, Step]>(
  ['jams', (world) => world.jam(true)],
  ['opens again', (world) => world.jam(false)],
  ['restarts', (world) => world.away('die', 20)],
  ['is off for hours', (world) => world.away('die', 20, () => world.skip(2 * 3_600_000))],
  ['is without network', (world) => world.away('offline', 240)],
  ['is stopped and driven by hand', (world) => world.takeOver(40)],
  ['is called away', (world) => world.callAway()],
  ['locks its keypad', (world) => Array.from({ length: KEYPAD_TRIES }, () => world.type('wrong'))],
);
const waits = fc
  .integer({ min: 0, max: 150 })
  .map((seconds): [string, Step] => [`${seconds} s`, (w) => w.run(seconds)]);

describe('any course of a delivery', () => {
  it('takes only steps that the rules allow, ends, and leaves no parcel on board', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 4, arbitrary: waits }, { weight: 3, arbitrary: pressed }, typed, trouble), {
          maxLength: 14,
        }),
        fc.boolean(),
        (steps, isDemo) => {
          const world = deliveryWorld({ isDemo });
          for (const [, step] of steps) step(world);
          world.jam(false);
          endOf(world);
          const { status, returns, endedFrom } = world.row();
          expect(isDeliveryOver(status)).toBe(true);
          // Handed over or brought back, never both.
          const isLeft = status === 'completed' ? returns !== 'none' : returns === 'returning' || returns === 'failed';
          expect([status, endedFrom, returns, isLeft]).toEqual([status, endedFrom, returns, false]);
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);
});
