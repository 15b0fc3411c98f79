/** A robot that takes calls, controlled by the test. */
import mqtt from 'mqtt';
import { expect, vi } from 'vitest';
import type { CallActCommand, CallCommand } from '../../contract/wire/calls.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from './scriptedRobot.ts';

const CALL_FACTSHEET = {
  ...FACTSHEET,
  protocolFeatures: {
    agvActions: [
      ...FACTSHEET.protocolFeatures.agvActions,
      ...['calls', 'callPictures', 'audio', 'events'].map((actionType) => ({
        actionType,
        actionScopes: ['INSTANT' as const],
      })),
    ],
  },
};

export interface CallRobot extends ScriptedRobot {
  /** Waits until its call is in this state; null: it has none. */
  toldState(state: string | null): Promise<NonNullable<CallCommand['call']> | null>;
  acts(): CallActCommand[];
  tell(event: { type: string } & Record<string, unknown>): Promise<void>;
}

let counted = 0;

export async function callRobot(server: { url: string }, serialNumber: string): Promise<CallRobot> {
  const robot = await scriptedRobot(
    mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
      username: serialNumber,
      password: 'secret',
      clientId: `call-robot-${++counted}`,
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber },
  );
  const privately = (type: string) =>
    robot.received.flatMap(({ name, message }) =>
      name === 'private/commands' && message['type'] === type ? [message] : [],
    );
  await robot.say('factsheet', CALL_FACTSHEET, { retain: true });
  await robot.state();
  return {
    ...robot,
    toldState: (state) =>
      vi.waitFor(
        () => {
          const last = privately('call').at(-1) as unknown as CallCommand | undefined;
          expect(last).toBeDefined();
          expect(last?.call?.state ?? null).toBe(state);
          return last?.call ?? null;
        },
        { timeout: 20_000, interval: 20 },
      ),
    acts: () => privately('callAct') as unknown as CallActCommand[],
    tell: (event) => robot.say('private/events', { id: `call-event-${++counted}`, at: Date.now(), event }),
  };
}
