/** API calls of a point's screen; loaded with the first point that is scanned. */
import { commands } from '../../../contract/endpoints/commands.ts';
import { mapFiles } from '../../../contract/endpoints/mapFiles.ts';
import { pointLabels } from '../../../contract/endpoints/pointLabels.ts';
import type { Command } from '../../../contract/entities/command.ts';
import type { OpenedPoint, SendRequest } from '../../machines/companion/point.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Transport } from '../../services/transport.ts';

export interface PointCalls {
  open(areaId: string, signal: AbortSignal): Promise<OpenedPoint>;
  picture(of: { mapId: string; pictureId: string }, signal: AbortSignal): Promise<Blob>;
  send(wish: SendRequest, signal: AbortSignal): Promise<Command>;
  follow(commandId: string, signal: AbortSignal): Promise<Command>;
}

export function createPointCalls(transport: Transport): PointCalls {
  const labels = createClient(pointLabels, transport);
  const files = createClient(mapFiles, transport);
  const orders = createClient(commands, transport);
  return {
    open: (areaId, signal) => labels.open({ areaId }, { signal }),
    picture: (of, signal) => files.picture(of, { signal }),
    send: (wish, signal) => orders.goTo(wish, { signal }),
    follow: (commandId, signal) => orders.get({ commandId }, { signal }),
  };
}
