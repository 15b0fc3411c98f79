/** Actions of a robot's devices, as people ask for them. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { robotActions as catalogue } from '../../contract/endpoints/robotActions.ts';
import { CHINESE } from '../../contract/rules/speaking.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { ordersOf } from '../db/repositories/deliveries.ts';
import type { RequestContext } from '../requestContext.ts';
import type { SendRobotAction } from './robotActionSender.ts';

export function createRobotActionHandlers(act: SendRobotAction): Handlers<typeof catalogue, RequestContext> {
  return {
    say: ({ serialNumber, text, language = CHINESE.test(text) ? 'zh' : 'en' }, context) =>
      act(context, { serialNumber, kind: 'say', spoken: { text, language } }),
    takePhoto: ({ serialNumber }, context) => act(context, { serialNumber, kind: 'takePhoto' }),
    setLights: ({ serialNumber, on }, context) =>
      act(context, {
        serialNumber,
        kind: 'setLights',
        target: on ? { zhCN: '开', enUS: 'on' } : { zhCN: '关', enUS: 'off' },
        parameters: { on },
      }),
    setHead: ({ serialNumber, horizontal, vertical }, context) =>
      act(context, {
        serialNumber,
        kind: 'setHead',
        target: `${horizontal}°, ${vertical}°`,
        parameters: { horizontal, vertical },
      }),
    setVolume: ({ serialNumber, volume }, context) =>
      act(context, { serialNumber, kind: 'setVolume', target: `${volume}%`, parameters: { volume } }),
    async openCabinet({ serialNumber, cabinet }, context) {
      // Somebody's parcel: it is opened where the delivery allows it, and with a line in its history.
      if ((await ordersOf(context.db, serialNumber)).some(({ compartment }) => compartment === cabinet))
        throw new ApiError('deliveryNotHere', { field: 'cabinet' });
      return act(context, { serialNumber, kind: 'openCabinet', target: String(cabinet), parameters: { cabinet } });
    },
    closeCabinet: ({ serialNumber, cabinet }, context) =>
      act(context, { serialNumber, kind: 'closeCabinet', target: String(cabinet), parameters: { cabinet } }),
  };
}
