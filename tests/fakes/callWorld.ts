/**
 * Both sides of a call and the server between them, for the model: two consoles on the real machine, the rule of the
 * server on one call, and a robot as it is told. Time passes only on request.
 */
import { type EventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { Call } from '../../contract/entities/call.ts';
import {
  CALL_LOOK_MS,
  CALL_OPERATOR_SILENT_MS,
  CALL_REPEAT_MS,
  type CallEvent,
  type CallFacts,
  type CallOrigin,
  nextCall,
} from '../../contract/rules/call.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import { callMediaMachine } from '../../src/machines/calls/callMedia.machine.ts';
import type { CallDevice, CallMediaEvent, CarryInput } from '../../src/machines/calls/callMedia.setup.ts';
import { callPreviewMachine } from '../../src/machines/calls/callPreview.machine.ts';
import { callsMachine } from '../../src/machines/calls/calls.machine.ts';
import { SAMPLE_AT, sampleCall } from './callSample.ts';
import { settle } from './settle.ts';
import { startUnderApp } from './startWithSiblings.ts';

const NAMES = { me: 'Lin Wei', chen: 'Chen Yu' } as const;
type Operator = keyof typeof NAMES;

/** Promises that settle one after the other, up to reading the ended call. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 6; i += 1) await settle();
}

export function callWorld() {
  let now = SAMPLE_AT;
  let facts: CallFacts | null = null;
  let operator: Operator | null = null;
  const declined = new Set<Operator>();
  const seen = { robotAt: now, operatorAt: now, hasMedia: true };
  const robot = {
    isThere: true,
    /** What its screen shows, as the server last told it. */
    shows: null as string | null,
  };
  const refusal: { next: ErrorName | null } = { next: null };
  const consoles = new Map<Operator, ReturnType<typeof openConsole>>();

  const dto = (): Call =>
    sampleCall({
      ...facts,
      operator: operator && { id: operator, name: NAMES[operator] },
      ringsFor: [],
      rangAt: facts?.createdAt ?? now,
    });
  /** The robot and the consoles are told; those without a connection or a right hear nothing. */
  const tell = (answered: boolean): void => {
    if (robot.isThere) robot.shows = facts === null || facts.state === 'ended' ? null : facts.state;
    for (const { actor, net } of consoles.values())
      if (net.isThere && net.mayOperate)
        actor.send({
          type: 'calls.changed',
          callId: dto().id,
          at: now,
          answeredBy: answered && operator ? { id: operator, name: NAMES[operator] } : null,
        });
  };
  const begin = (origin: CallOrigin, by: Operator | null): void => {
    operator = by;
    declined.clear();
    Object.assign(seen, { operatorAt: now, hasMedia: true });
    facts = {
      origin,
      state: 'ringing',
      createdAt: now,
      answeredAt: null,
      lostAt: null,
      loss: null,
      endedAt: null,
      endedBy: null,
      end: null,
      interruptions: 0,
      interruptedMs: 0,
    };
    tell(false);
  };
  const move = (event: CallEvent): boolean => {
    const after = facts && nextCall(facts, event, now);
    if (after) facts = after;
    if (after) tell(event.type === 'answer');
    return after !== null;
  };
  const look = (): void => {
    if (robot.isThere) seen.robotAt = now;
    move({
      type: 'look',
      isRobotThere: robot.isThere,
      isOperatorThere: now - seen.operatorAt <= CALL_OPERATOR_SILENT_MS,
      hasMedia: seen.hasMedia,
      mayOperate: operator === null || consoles.get(operator)?.net.mayOperate === true,
      robotGoneAt: seen.robotAt,
      operatorGoneAt: seen.operatorAt + CALL_REPEAT_MS,
    });
  };

  function openConsole(id: Operator) {
    const net = {
      isThere: true,
      mayOperate: true,
      /** Requests wait here until they are let through. */
      held: null as Promise<void> | null,
      release: () => {},
      isPictureThere: true,
      /** The server does what it is asked, and its answer does not arrive. */
      losesAnswer: false,
    };
    const media = new Set<(event: CallMediaEvent) => void>();
    const devices: CallDevice[] = [];
    let opened = 0;
    let tones = 0;
    const reach = async (): Promise<void> => {
      await net.held;
      if (!net.isThere) throw new ApiError('networkFailed');
      if (!net.mayOperate) throw new ApiError('robotForeign');
      const name = refusal.next;
      refusal.next = null;
      if (name) throw new ApiError(name);
    };
    const flows = (): boolean => net.isThere && net.isPictureThere && robot.isThere;
    const { actor, clock, toldTo, stop } = startUnderApp(
      callsMachine.provide({
        actors: {
          loadCalls: fromPromise<{ calls: readonly Call[] }>(async () => {
            if (!net.isThere) throw new ApiError('networkFailed');
            const isRung = facts?.state === 'ringing' && facts.origin === 'visitor' && !declined.has(id);
            const isShown = facts !== null && facts.state !== 'ended' && (isRung || operator === id);
            return { calls: net.mayOperate && isShown ? [dto()] : [] };
          }),
          start: fromPromise<Call, { serialNumber: string }>(async () => {
            await reach();
            begin('operator', id);
            if (net.losesAnswer) throw new ApiError('networkFailed');
            return dto();
          }),
          answer: fromPromise<Call, { callId: string }>(async () => {
            await reach();
            if (operator !== null) throw new ApiError('callTaken', { words: { by: NAMES[operator] } });
            operator = id;
            Object.assign(seen, { operatorAt: now, hasMedia: true });
            if (!move({ type: 'answer', side: 'operator' })) {
              operator = null;
              throw new ApiError('callOver');
            }
            return dto();
          }),
          repeat: fromPromise<Call, { callId: string; hasMedia: boolean; roundTrip: number | null }>(
            async ({ input }) => {
              await reach();
              if (facts?.state !== 'ended') Object.assign(seen, { operatorAt: now, hasMedia: input.hasMedia });
              return dto();
            },
          ),
          end: fromPromise<void, { callId: string }>(async () => {
            await reach();
            move({ type: 'hangUp', side: 'operator' });
          }),
          reply: fromPromise<void, { callId: string; reply: 'decline' | 'askToWait' }>(async ({ input }) => {
            await reach();
            if (input.reply === 'decline') declined.add(id);
          }),
          loadPhrases: fromPromise<{ phrases: readonly string[] }, { serialNumber: string }>(async () => {
            if (!net.isThere) throw new ApiError('networkFailed');
            return { phrases: [] };
          }),
          watchCalls: fromCallback<EventObject>(() => () => undefined),
          announce: fromCallback<EventObject, { call: Call }>(() => () => undefined),
          ringTone: fromCallback(() => {
            tones += 1;
            return () => void (tones -= 1);
          }),
          media: callMediaMachine.provide({
            actors: {
              carry: fromCallback<EventObject, CarryInput>(({ sendBack }) => {
                const send = sendBack as (event: CallMediaEvent) => void;
                media.add(send);
                if (flows()) send({ type: 'media.flowing', at: now });
                return () => void media.delete(send);
              }),
              openDevice: fromCallback<EventObject, { callId: string; device: CallDevice }>(
                ({ input: { device }, sendBack }) => {
                  devices.push(device);
                  opened += 1;
                  sendBack({ type: 'device.opened', device });
                  return () => void devices.splice(devices.indexOf(device), 1);
                },
              ),
            },
          }),
          preview: callPreviewMachine.provide({
            actors: {
              carry: fromCallback(() => () => undefined),
              watchTab: fromCallback(() => () => undefined),
            },
          }),
        },
      }),
      { as: 'calls', input: { userId: id }, clock: new SimulatedClock(), app: { page: { page: 'home' } } },
    );
    const one = {
      actor,
      clock,
      net,
      toldTo,
      stop,
      /** Microphone and camera that are open now, and how many were ever opened. */
      devices,
      opened: () => opened,
      isRinging: () => tones > 0,
      isCarrying: () => media.size > 0,
      hold(): void {
        net.held = new Promise((resolve) => (net.release = resolve));
      },
      async letThrough(): Promise<void> {
        net.release();
        net.held = null;
        await settled();
      },
      /** The picture stops or comes back, as the browser sees it. */
      showPicture(): void {
        for (const send of media) send(flows() ? { type: 'media.flowing', at: now } : { type: 'media.frozen' });
      },
    };
    consoles.set(id, one);
    return one;
  }

  const [me, chen] = [openConsole('me'), openConsole('chen')];
  const showPictures = (): void => {
    for (const one of consoles.values()) one.showPicture();
  };
  return {
    me,
    chen,
    robot,
    facts: () => facts,
    /** The next request is refused with this error. */
    refuse: (name: ErrorName) => void (refusal.next = name),
    /** A visitor presses the button at the robot. */
    press: async () => {
      begin('visitor', null);
      await settled();
    },
    /** The robot's side acts. */
    act: async (event: CallEvent) => {
      move(event);
      await settled();
    },
    setRobot(isThere: boolean): void {
      robot.isThere = isThere;
      if (isThere) seen.robotAt = now;
      if (isThere) tell(false);
      showPictures();
    },
    setNetwork(isThere: boolean): void {
      me.net.isThere = isThere;
      me.showPicture();
    },
    setPicture(isThere: boolean): void {
      me.net.isPictureThere = isThere;
      me.showPicture();
    },
    /** Time passes for the server, the consoles and the robot alike. */
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= CALL_LOOK_MS) {
        now += Math.min(left, CALL_LOOK_MS);
        for (const { clock } of consoles.values()) clock.increment(Math.min(left, CALL_LOOK_MS));
        await settled();
        look();
        await settled();
      }
    },
    end(): void {
      me.stop();
      chen.stop();
    },
  };
}
export type CallWorld = ReturnType<typeof callWorld>;
