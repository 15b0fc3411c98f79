/** Wires actions of robots to the API. */
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { files } from '../../../contract/endpoints/files.ts';
import { robotActions } from '../../../contract/endpoints/robotActions.ts';
import type { Command } from '../../../contract/entities/command.ts';
import { failureOf } from '../../machines/failure.ts';
import {
  type ActionInput,
  type Photo,
  robotActionsMachine,
  type RobotActionsEvent,
  type RobotActionsInput,
} from '../../machines/robotActions/robotActions.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wireRobotActions({ transport, present }: Services) {
  const fileCalls = createClient(files, transport);
  const send = sender({ transport, present });
  return robotActionsMachine.provide({
    actors: {
      ask: fromCallback<EventObject, ActionInput>(({ input: { local, serialNumber, request }, sendBack }) => {
        const report = (event: RobotActionsEvent): void => sendBack(event);
        send(serialNumber, request).then(
          (command) => report({ type: 'ask.answered', local, command }),
          (error: unknown) => report({ type: 'ask.refused', local, failure: failureOf(error) }),
        );
      }),
      readCommands: fromPromise<{ commands: readonly Command[] }, { ids: readonly string[] }>(
        async ({ input: { ids }, signal }) => ({
          commands: await Promise.all(ids.map((commandId) => present().api.commands.get({ commandId }, { signal }))),
        }),
      ),
      loadPhoto: fromPromise<Photo, { fileId: string }>(async ({ input: { fileId }, signal }) => ({
        fileId,
        url: (await fileCalls.address({ fileId }, { signal })).url,
      })),
      loadPhrases: fromPromise<{ phrases: readonly string[] }, RobotActionsInput>(async ({ input: { userId } }) => ({
        phrases: present().phrases.get(userId) ?? [],
      })),
    },
    actions: {
      keepPhrases: (_, { userId, phrases }) => void present().phrases.set(userId, phrases),
    },
  });
}

const sender = ({ transport, present }: Pick<Services, 'transport' | 'present'>) => {
  const actions = createClient(robotActions, transport);
  return (serialNumber: string, request: ActionInput['request']): Promise<Command> => {
    switch (request.kind) {
      case 'say':
        return actions.say({ serialNumber, text: request.text });
      case 'takePhoto':
        return actions.takePhoto({ serialNumber });
      case 'setLights':
        return actions.setLights({ serialNumber, on: request.on });
      case 'setHead':
        return actions.setHead({ serialNumber, horizontal: request.horizontal, vertical: request.vertical });
      case 'setVolume':
        return actions.setVolume({ serialNumber, volume: request.volume });
      case 'openCabinet':
      case 'closeCabinet':
        return actions[request.kind]({ serialNumber, cabinet: request.cabinet });
      case 'goTo': {
        const { mapId, x, y, theta } = request;
        return present().api.commands.goTo({ serialNumber, mapId, coordinateX: x, coordinateY: y, theta });
      }
    }
  };
};
