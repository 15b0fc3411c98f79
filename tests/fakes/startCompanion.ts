/** The companion app's machines with effects that the test resolves, on a simulated clock. */
import { createActor, type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { Command } from '../../contract/entities/command.ts';
import type { ScannedCode } from '../../contract/rules/scanned.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { ErrorDetail } from '../../contract/wire/baseApiError.ts';
import { approvalMachine, type LoginRequest } from '../../src/machines/companion/approval.machine.ts';
import { bindingMachine, type Bound, type Claim } from '../../src/machines/companion/binding.machine.ts';
import { companionMachine, type Restored } from '../../src/machines/companion/companion.machine.ts';
import { type Entered, companionEntryMachine } from '../../src/machines/companion/companionEntry.machine.ts';
import { type FoundRobots, ownRobotsMachine } from '../../src/machines/companion/ownRobots.machine.ts';
import { type OpenedPoint, pointMachine } from '../../src/machines/companion/point.machine.ts';
import { scannerMachine } from '../../src/machines/companion/scanner.machine.ts';
import { settle } from './settle.ts';

/** A promise actor that the test resolves, one call at a time; exposes the call's input. */
export function callable<Output, Input>() {
  const asked: Input[] = [];
  let answer: ((output: Output) => void) | undefined;
  let refuse: ((error: unknown) => void) | undefined;
  return {
    asked,
    logic: fromPromise<Output, Input>(
      ({ input }) =>
        new Promise<Output>((resolve, reject) => {
          asked.push(input);
          [answer, refuse] = [resolve, reject];
        }),
    ),
    async answer(output: Output): Promise<void> {
      answer?.(output);
      await settle();
    },
    async refuse(error: ErrorName, detail: ErrorDetail = {}): Promise<void> {
      refuse?.(new ApiError(error, detail));
      await settle();
    },
  };
}

export const ORIGIN = 'https://rh.example';
export const REQUEST: LoginRequest = {
  state: 'scanned',
  browser: 'Chrome 140',
  system: 'Windows',
  address: '10.0.0.7',
  leftMs: 120_000,
};
export const CLAIM: Claim = {
  serialNumber: 'U2-1',
  robotNickName: 'Helper',
  robotModel: 'U2',
  kind: 'reception',
  siteName: 'Hotel',
  standing: 'free',
  addedRole: null,
};

export function companionEffects(restored: Restored = { userId: '', code: null }) {
  const effects = {
    signIn: callable<Entered, { account: string; password: string }>(),
    signOut: callable<void, unknown>(),
    loadRobots: callable<FoundRobots, { userId: string }>(),
    scan: callable<LoginRequest, { qrcode: string }>(),
    approve: callable<unknown, { qrcode: string; number: string }>(),
    refuse: callable<unknown, { qrcode: string }>(),
    openPoint: callable<OpenedPoint, { areaId: string }>(),
    sendRobot: callable<Command, { areaId: string; serialNumber: string }>(),
    followCommand: callable<Command, { commandId: string }>(),
    loadPicture: callable<Blob | null, { mapId: string; pictureId: string | null }>(),
    look: callable<Claim, { code: string }>(),
    bind: callable<Bound, { code: string }>(),
  };
  const camera = { opened: 0, closed: 0, lit: [] as boolean[], tell: (_: object): void => {} };
  const kept = { code: restored.code as ScannedCode | null, hasCredentials: restored.userId !== '' };
  const machines = {
    entry: companionEntryMachine.provide({ actors: { signIn: effects.signIn.logic } }),
    ownRobots: ownRobotsMachine.provide({ actors: { loadRobots: effects.loadRobots.logic } }),
    scanner: scannerMachine.provide({
      actors: {
        camera: fromCallback<EventObject>(({ sendBack, receive }) => {
          camera.opened += 1;
          camera.tell = (event) => sendBack(event as { type: string });
          receive((event) => camera.lit.push((event as EventObject & { on: boolean }).on));
          return () => void (camera.closed += 1);
        }),
      },
    }),
    approval: approvalMachine.provide({
      actors: { scan: effects.scan.logic, approve: effects.approve.logic, refuse: effects.refuse.logic },
    }),
    binding: bindingMachine.provide({ actors: { look: effects.look.logic, bind: effects.bind.logic } }),
    point: pointMachine.provide({
      actors: {
        openPoint: effects.openPoint.logic,
        loadPicture: effects.loadPicture.logic,
        sendRobot: effects.sendRobot.logic,
        followCommand: effects.followCommand.logic,
      },
    }),
  };
  const companion = companionMachine.provide({
    actors: { restore: fromPromise<Restored>(async () => restored), signOut: effects.signOut.logic, ...machines },
    actions: {
      forgetCredentials: () => void (kept.hasCredentials = false),
      keepCode: (_, { code }) => void (kept.code = code),
    },
  });
  return { ...effects, camera, kept, machines, companion };
}

export async function startCompanion(restored?: Restored) {
  const effects = companionEffects(restored);
  const clock = new SimulatedClock();
  const actor = createActor(effects.companion, { clock, input: { origin: ORIGIN, isOffline: false } });
  actor.start();
  await settle();
  return {
    ...effects,
    actor,
    clock,
    state: () => actor.getSnapshot().value,
    child: (name: 'entry' | 'robots' | 'scanner' | 'approval' | 'binding' | 'point') =>
      actor.getSnapshot().children[name],
  };
}
