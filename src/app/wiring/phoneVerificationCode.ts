/** Wires the recipient's delivery page. */
import { fromPromise } from 'xstate';
import { deliveries } from '../../../contract/endpoints/deliveries.ts';
import type { DeliveryCode } from '../../../contract/entities/delivery.ts';
import {
  type CodeWanted,
  phoneVerificationCodeMachine,
} from '../../machines/phoneVerificationCode/phoneVerificationCode.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wirePhoneVerificationCode({ transport }: Pick<Services, 'transport'>) {
  const api = createClient(deliveries, transport);
  return phoneVerificationCodeMachine.provide({
    actors: {
      askCode: fromPromise<DeliveryCode, CodeWanted>(({ input: { country, ...wanted }, signal }) =>
        api.taskCode({ ...wanted, countryAreaCode: country }, { signal }),
      ),
    },
  });
}
