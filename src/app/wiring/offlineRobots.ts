/** Wires the wall display. Its access key goes from the URL into the request path, and is not stored. */
import { fromCallback, fromPromise } from 'xstate';
import { board } from '../../../contract/endpoints/board.ts';
import type { OfflineBoard } from '../../../contract/entities/offlineBoard.ts';
import { WALL_KEY } from '../../../contract/entities/wallKey.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { fillPathParameter } from '../../../contract/wire/pathParameter.ts';
import { offlineRobotsMachine } from '../../machines/offlineRobots/offlineRobots.machine.ts';
import { createClient } from '../../services/api.ts';
import { createWallScreen } from '../../services/wallScreen.ts';
import type { Services } from '../services.ts';

export function wireOfflineRobots({ transport, world }: Services) {
  const wall = createWallScreen(window);
  const api = createClient(board, (path, data, options) => {
    const to = fillPathParameter(path, data);
    return transport(to.path, to.data, options);
  });
  return offlineRobotsMachine.provide({
    actors: {
      ask: fromPromise<OfflineBoard>(async ({ signal }) => {
        const hash = wall.key();
        if (!WALL_KEY.test(hash)) throw new ApiError('keyWrong');
        const answer = await api.offline({ hash, dateTime: Math.round(world.clock.now()) }, { signal });
        // Ages use the server clock, which this page without sign-in learns only here.
        world.clock.observe(answer.at);
        return answer;
      }),
      followKey: fromCallback(({ sendBack }) => wall.onKeyChanged(() => sendBack({ type: 'key.changed' }))),
      stayAwake: fromCallback(() => wall.keepAwake()),
    },
  });
}
